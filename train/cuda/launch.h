// Runs a function for all indexes: in the threads of the GPU, or in a plain loop.
#pragma once
#include <math.h>

#include "round.h"

// Numbers of hands of two cards, the same as in the rest of pokermasa.
HD int combo(int x, int y) { return x > y ? x * (x - 1) / 2 + y : y * (y - 1) / 2 + x; }

HD void cards_of(int hand, int* high, int* low) {
  int h = (int)((1.0f + sqrtf(1.0f + 8.0f * hand)) * 0.5f);
  if (h * (h - 1) / 2 > hand) h--;
  if ((h + 1) * h / 2 <= hand) h++;
  *high = h;
  *low = hand - h * (h - 1) / 2;
}

HD void add(float* where, float what) {
#ifdef __CUDA_ARCH__
  atomicAdd(where, what);
#else
  *where += what;
#endif
}

HD bool any_lane(bool mine) {
#ifdef __CUDA_ARCH__
  return __any_sync(0xffffffffu, mine);
#else
  return mine;
#endif
}

#ifdef __CUDA_ARCH__
#define LOAD(p) __ldg(p)  // read-only while the kernel runs
#else
#define LOAD(p) (*(p))
#endif

#ifdef __CUDACC__
template <typename F>
__global__ void over(long n, F f) {
  for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
    f(i);
}
template <typename F>
static int each(long n, F f) {
  long blocks = (n + 127) / 128;
  if (n > 0) over<<<(unsigned)(blocks < 1 << 20 ? blocks : 1 << 20), 128>>>(n, f);
  return (int)cudaGetLastError();
}
#define LAMBDA [=] __device__
#else
template <typename F>
static int each(long n, F f) {
  for (long i = 0; i < n; i++) f(i);
  return 0;
}
#define LAMBDA [=]
#endif
