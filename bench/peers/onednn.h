/* What the oneDNN drivers share. Written against its C API 2.x. */
#ifndef TUNE_BENCH_ONEDNN_H
#define TUNE_BENCH_ONEDNN_H

#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <dnnl.h>
#include <omp.h>

#define DNNL(call)                                                                            \
  do {                                                                                        \
    dnnl_status_t status = (call);                                                            \
    if (status != dnnl_success)                                                               \
      fail("oneDNN refused %.*s (status %d)", (int)strcspn(#call, "("), #call, (int)status);  \
  } while (0)

/* "oneDNN 2.6.3, threads 1, /usr/lib/…/libdnnl.so.2.6"; a static text. */
static const char *onednn_description(void) {
  static char text[PATH_MAX + 100];
  const dnnl_version_t *version = dnnl_version();
  snprintf(text, sizeof text, "oneDNN %d.%d.%d, threads %d, %s", version->major, version->minor, version->patch,
           omp_get_max_threads(), library_of((void *)dnnl_version));
  return text;
}

#endif
