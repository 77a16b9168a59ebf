{
  "targets": [
    {
      "target_name": "tunelib",
      "sources": ["addon.c"],
      "include_dirs": ["../include"],
      "libraries": ["<(module_root_dir)/../build/libtunelib.a"],
      "conditions": [["OS=='linux'", {"libraries": ["-lgomp"]}]]
    }
  ]
}
