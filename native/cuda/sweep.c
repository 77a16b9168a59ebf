/*
 * Reads so much memory that the second-level cache holds nothing else. What a sweep writes would stay there as lines
 * that whatever displaces them has to write back first: a sum of 64 MiB took 31 µs behind one and 24 µs behind reads
 * (H200, bench/gpu/facts.py).
 */
#define _GNU_SOURCE
#include "gpu.h"

enum { BLOCKS = 1024, THREADS = 256, VECTOR = 16 };

/* In PTX, which the driver compiles for any GPU. Nothing is stored, since all that is read is 0. */
static const char source[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry sweep(.param .u64 data, .param .u64 vectors) {\n"
    "  .reg .u64 %p, %i, %n, %step, %at;\n"
    "  .reg .u32 %a, %b, %c, %x, %y, %z, %w, %all;\n"
    "  .reg .pred %more, %any;\n"
    "  ld.param.u64 %p, [data];\n"
    "  ld.param.u64 %n, [vectors];\n"
    "  cvta.to.global.u64 %p, %p;\n"
    "  mov.u32 %a, %ctaid.x;\n"
    "  mov.u32 %b, %ntid.x;\n"
    "  mov.u32 %c, %tid.x;\n"
    "  mul.wide.u32 %i, %a, %b;\n"
    "  cvt.u64.u32 %at, %c;\n"
    "  add.u64 %i, %i, %at;\n"
    "  mov.u32 %a, %nctaid.x;\n"
    "  mul.wide.u32 %step, %a, %b;\n"
    "  mov.u32 %all, 0;\n"
    "next:\n"
    "  setp.lt.u64 %more, %i, %n;\n"
    "  @!%more bra done;\n"
    "  mad.lo.u64 %at, %i, 16, %p;\n"
    "  ld.global.v4.u32 {%x, %y, %z, %w}, [%at];\n"
    "  or.b32 %x, %x, %y;\n"
    "  or.b32 %z, %z, %w;\n"
    "  or.b32 %all, %all, %x;\n"
    "  or.b32 %all, %all, %z;\n"
    "  add.u64 %i, %i, %step;\n"
    "  bra next;\n"
    "done:\n"
    "  setp.ne.u32 %any, %all, 0;\n"
    "  @%any st.global.u32 [%p], %all;\n"
    "  ret;\n"
    "}\n";

void sweep_open(struct gpu *gpu, size_t bytes, struct result *result) {
  module_handle module;
  struct device_buffer buffer;
  device_create(&buffer, bytes, result);
  must(driver.fill(buffer.data, 0, bytes / 4), result);
  must(driver.module_load_data(&module, source), result);
  must(driver.module_function(&gpu->sweep, module, "sweep"), result);
  gpu->swept = buffer.data;
  gpu->swept_vectors = bytes / VECTOR;
}

void sweep_queue(const struct gpu *gpu, struct result *result) {
  void *parameters[] = {(void *)&gpu->swept, (void *)&gpu->swept_vectors};
  must(driver.launch(gpu->sweep, BLOCKS, 1, 1, THREADS, 1, 1, 0, gpu->stream, parameters, NULL), result);
}
