/*
 * A compiler from CUDA to cubins that needs no toolkit: NVIDIA's library NVRTC, found when it is called, so that this
 * builds where there is none.
 *
 *   tune-native nvrtc LIBRARY
 *          what it is: {"outcome":"nvrtc","version":"13.0","architectures":"sm_75 sm_80 ..."}
 *   tune-native nvrtc LIBRARY OPTION... SOURCE -o CUBIN
 *          as nvcc is called: messages go to stderr; 0, or 1 where there is no cubin
 */
#define _GNU_SOURCE
#include "gpu.h"

#include <dlfcn.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

enum { NVRTC_SUCCESS = 0 };
typedef struct nvrtc_program *program_handle;

/* Every function: its name in the library, our name, and its parameters. All return an nvrtcResult. */
#define NVRTC_FUNCTIONS(F)                                                                                             \
  F(nvrtcVersion, version, (int *major, int *minor))                                                                   \
  F(nvrtcGetNumSupportedArchs, architecture_count, (int *count))                                                       \
  F(nvrtcGetSupportedArchs, architectures, (int *numbers))                                                             \
  F(nvrtcCreateProgram, create,                                                                                        \
    (program_handle * program, const char *source, const char *name, int count, const char *const *headers,            \
     const char *const *names))                                                                                        \
  F(nvrtcCompileProgram, compile, (program_handle program, int count, const char *const *options))                     \
  F(nvrtcGetProgramLogSize, log_size, (program_handle program, size_t *bytes))                                         \
  F(nvrtcGetProgramLog, log, (program_handle program, char *text))                                                     \
  F(nvrtcGetCUBINSize, cubin_size, (program_handle program, size_t *bytes))                                            \
  F(nvrtcGetCUBIN, cubin, (program_handle program, char *bytes))

#define DECLARE_FUNCTION(symbol, name, parameters) int(*name) parameters;
static struct {
  NVRTC_FUNCTIONS(DECLARE_FUNCTION)
  const char *(*error_string)(int error);
} nvrtc;
#undef DECLARE_FUNCTION

static int failed(const char *what, const char *detail) {
  fprintf(stderr, "NVRTC error : %s %s\n", what, detail);
  return 1;
}

/* The library has a second half, which it looks for where the system does, not beside itself. */
static void load_builtins(const char *path, int major, int minor) {
  char folder[PATH_BYTES], builtins[PATH_BYTES + 64];
  snprintf(folder, sizeof folder, "%s", path);
  snprintf(builtins, sizeof builtins, "%s/libnvrtc-builtins.so.%d.%d", dirname(folder), major, minor);
  dlopen(builtins, RTLD_NOW | RTLD_GLOBAL);
}

static int load(const char *path, int *major, int *minor) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return failed("cannot load", dlerror());
#define FIND_FUNCTION(symbol, name, parameters)                                                                        \
  if ((*(void **)&nvrtc.name = dlsym(library, #symbol)) == NULL) return failed("the library has no", #symbol);
  NVRTC_FUNCTIONS(FIND_FUNCTION)
#undef FIND_FUNCTION
  if ((*(void **)&nvrtc.error_string = dlsym(library, "nvrtcGetErrorString")) == NULL)
    return failed("the library has no", "nvrtcGetErrorString");
  nvrtc.version(major, minor);
  load_builtins(path, *major, *minor);
  return 0;
}

static int print_version(int major, int minor) {
  int count = 0;
  nvrtc.architecture_count(&count);
  int *numbers = calloc((size_t)count + 1, sizeof *numbers);
  if (numbers == NULL) abort();
  nvrtc.architectures(numbers);
  printf("{\"outcome\":\"nvrtc\",\"version\":\"%d.%d\",\"architectures\":\"", major, minor);
  for (int i = 0; i < count; i++) printf("%ssm_%d", i > 0 ? " " : "", numbers[i]);
  puts("\"}");
  free(numbers);
  return 0;
}

/* The whole file as a string, or NULL. */
static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = NULL;
  size_t room = 0;
  if (file == NULL) return NULL;
  if (getdelim(&text, &room, '\0', file) < 0) text = NULL;
  fclose(file);
  return text;
}

static bool write_bytes(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "w");
  if (file == NULL) return false;
  bool whole = fwrite(bytes, 1, count, file) == count;
  return fclose(file) == 0 && whole;
}

/* Compiles a text, 0 or an nvrtcResult, and takes what was said of it. */
static int attempt(program_handle *program, const char *text, int count, char **options, char **log) {
  int error = nvrtc.create(program, text, "kernel.cu", 0, NULL, NULL);
  if (error == NVRTC_SUCCESS) error = nvrtc.compile(*program, count, (const char *const *)options);
  size_t bytes = 0;
  nvrtc.log_size(*program, &bytes);
  if ((*log = calloc(bytes + 1, 1)) == NULL) abort();
  nvrtc.log(*program, *log);
  return error;
}

/* The other options; `options` is changed. */
static int without(const char *unwanted, int count, char **options) {
  int kept = 0;
  for (int i = 0; i < count; i++)
    if (strcmp(options[i], unwanted) != 0) options[kept++] = options[i];
  return kept;
}

static int compile(int count, char **options, const char *source, const char *object) {
  char *text = read_text(source), *log;
  if (text == NULL) return failed("cannot read", source);
  program_handle program = NULL;
  int error = attempt(&program, text, count, options, &log);
  /* With -v, which reports what kernels need, ptxas omits its errors: a second try without it shows them. */
  if (error != NVRTC_SUCCESS && strstr(log, "error") == NULL)
    error = attempt(&program, text, without("--ptxas-options=-v", count, options), options, &log);
  fputs(log, stderr);
  size_t bytes = 0;
  if (error == NVRTC_SUCCESS) error = nvrtc.cubin_size(program, &bytes);
  if (error != NVRTC_SUCCESS) return failed("does not compile this:", nvrtc.error_string(error));
  char *cubin = malloc(bytes);
  if (cubin == NULL) abort();
  nvrtc.cubin(program, cubin);
  return write_bytes(object, cubin, bytes) ? 0 : failed("cannot write", object);
}

int nvrtc_main(int count, char **arguments) {
  int major = 0, minor = 0;
  if (load(arguments[0], &major, &minor) != 0) return 1;
  if (count == 1) return print_version(major, minor);
  if (count < 4 || strcmp(arguments[count - 2], "-o") != 0) return failed("needs", "OPTION... SOURCE -o CUBIN");
  return compile(count - 4, arguments + 1, arguments[count - 3], arguments[count - 1]);
}
