/* Calls that are launched together: a launch of their graph costs what one of a kernel does. */
#define _GNU_SOURCE
#include "gpu.h"

/* Launches in a graph at most: making one takes a microsecond each. */
enum { MOST_LAUNCHES = 2048 };

void graph_free(struct graph *graph) {
  if (graph->exec != NULL) driver.graph_exec_destroy(graph->exec);
  *graph = (struct graph){0};
}

static bool has_graphs(void) {
  return driver.capture_begin != NULL && driver.capture_end != NULL && driver.graph_instantiate != NULL &&
         driver.graph_destroy != NULL && driver.graph_upload != NULL && driver.graph_launch != NULL &&
         driver.graph_exec_destroy != NULL;
}

/* What is launched meanwhile goes into the graph; 0 or the first error. */
static int capture(const struct loaded *kernel, long calls, graph_handle *graph) {
  const stream_handle stream = kernel->gpu->stream;
  int error = driver.capture_begin(stream, CAPTURE_THREAD_LOCAL);
  if (error != CUDA_SUCCESS) return error;
  for (long i = 0; i < calls && error == CUDA_SUCCESS; i++) error = kernel_call(kernel);
  const int ended = driver.capture_end(stream, graph);
  return error != CUDA_SUCCESS ? error : ended;
}

static bool make(const struct loaded *kernel, long calls, struct graph *graph) {
  graph_handle captured = NULL;
  graph_free(graph);
  int error = capture(kernel, calls, &captured);
  if (error == CUDA_SUCCESS) error = driver.graph_instantiate(&graph->exec, captured, 0);
  if (error != CUDA_SUCCESS) graph->exec = NULL;
  if (captured != NULL) driver.graph_destroy(captured);
  if (graph->exec == NULL || driver.graph_upload(graph->exec, kernel->gpu->stream) != CUDA_SUCCESS)
    return graph_free(graph), false;
  graph->calls = calls;
  return true;
}

bool graph_fit(const struct loaded *kernel, long calls, struct graph *graph) {
  const long most = MOST_LAUNCHES / kernel->trial->launch_count, wanted = calls < most ? calls : most;
  if (graph->exec != NULL && 3 * graph->calls <= 4 * wanted && 3 * wanted <= 4 * graph->calls) return true;
  return has_graphs() && make(kernel, wanted, graph);
}

long graph_replay(const struct loaded *kernel, const struct graph *graph, long calls) {
  long launches = (calls + graph->calls / 2) / graph->calls;
  if (launches < 1) launches = 1;
  for (long i = 0; i < launches; i++) must(driver.graph_launch(graph->exec, kernel->gpu->stream), kernel->result);
  return launches * graph->calls;
}
