// The river: visits the hands in order of strength, with one lane for each betting line.
#include "launch.h"

#ifdef __CUDACC__
#define LANES 32
#else
#define LANES 1
#endif
const int CARDS = 47;  // cards that are not on the board
const int RIVERS = 6;  // rivers in one task on the GPU

struct River {
  const u64* order;     // [board][live], steps (see boards.cu)
  const u64* tape;      // [board][3 * live]
  const int* length;    // [board]
  const int* pick;      // [turn][picks]: boards to visit
  const float* rz;      // [turn][hand][pad]
  const float* ry;      // [turn][hand][pad]: Y's own reach, for averages
  const u64* zs;        // [bucket][pad]
  const u64* ys;        // [bucket][pad]
  const u8* zd;         // [board][live][pad]: Z's pure strategy
  u8* yd;               // [board][live][pad]: Y's best response, written here
  float* value;         // [turn][hand][pad], added to
  float* regret;        // [bucket][REGRETS][pad], added to
  float* mass;          // [bucket][NODES][pad], added to
  float* room;          // [block][CARDS][ENDS][LANES]: buffer
  int* taken;           // number of tasks taken so far
  const float* base;    // [pad]: chips put in by each player before the river
  float bet, scale;
  int turns, picks, live, pad, z_first, blocks;
};

enum { FROM_TABLE, FROM_BYTES };
enum { BEST, BEST_KEPT, PLAYED };

struct Step {
  int hand, a, b, bucket, phase, place;
};

HD Step step_of(u64 x) {
  Step s;
  s.hand = (int)(x & 2047);
  s.a = (int)(x >> 11 & 63);
  s.b = (int)(x >> 17 & 63);
  s.bucket = (int)(x >> 23 & 65535);
  s.phase = (int)(x >> 39 & 3);
  s.place = (int)(x >> 41);
  return s;
}

struct Data {  // what a step needs from global memory
  u64 z, y;
  float wz, wy;
};

struct Place {  // addresses of one betting line
  const float *rz, *ry;
  const u64 *zs, *ys;
  const u8* zd;
};

template <int SOURCE, int OP>
HD Data fetch(const River& g, const Place& at, u64 x) {
  Step s = step_of(x);
  Data d;
  d.wz = LOAD(at.rz + s.hand * g.pad);
  if (SOURCE == FROM_TABLE)
    d.z = LOAD(at.zs + s.bucket * g.pad);
  else
    d.z = LOAD(at.zd + (long)s.place * g.pad);
  if (OP == PLAYED && (s.phase & 1)) {
    d.y = LOAD(at.ys + s.bucket * g.pad);
    d.wy = LOAD(at.ry + s.hand * g.pad);
  }
  return d;
}

template <int SOURCE>
HD void parts_of(const River& g, const Data& d, float* q) {
  float p[PROBS];
  if (SOURCE == FROM_TABLE)
    unpack(d.z, p);
  else
    pure((unsigned)d.z, p);
  split(d.wz, p, g.z_first, q);
}

#define EACH _Pragma("unroll") for (int k = 0; k < ENDS; k++)
#ifndef CHUNK
#define CHUNK 4  // even
#endif

// Visits n steps. The data of a chunk are fetched while the previous chunk is processed. Moving a
// register waits for its load, so registers are moved once per chunk and not in every step. Calls
// visit(u, step, data, the step after the next); u is the index in the chunk.
template <int SOURCE, int OP, typename F>
HD void run_through(const River& g, const Place& at, const u64* steps, int n, F visit) {
  u64 x[CHUNK], next[CHUNK], later[CHUNK];
  Data here[CHUNK], there[CHUNK];
#pragma unroll
  for (int u = 0; u < CHUNK; u++) {
    x[u] = LOAD(steps + (u < n ? u : n - 1));
    next[u] = LOAD(steps + (CHUNK + u < n ? CHUNK + u : n - 1));
  }
#pragma unroll
  for (int u = 0; u < CHUNK; u++) here[u] = fetch<SOURCE, OP>(g, at, x[u]);
  for (int i = 0; i < n; i += CHUNK) {
#pragma unroll
    for (int u = 0; u < CHUNK; u++) there[u] = fetch<SOURCE, OP>(g, at, next[u]);
#pragma unroll
    for (int u = 0; u < CHUNK; u++) {
      int far = i + 2 * CHUNK + u;
      later[u] = LOAD(steps + (far < n ? far : n - 1));
    }
#pragma unroll
    for (int u = 0; u < CHUNK; u++)
      if (i + u < n) visit(u, step_of(x[u]), here[u], step_of(u + 2 < CHUNK ? x[u + 2] : next[u + 2 - CHUNK]));
#pragma unroll
    for (int u = 0; u < CHUNK; u++) {
      x[u] = next[u];
      next[u] = later[u];
      here[u] = there[u];
    }
  }
}

template <int SOURCE, int OP>
HD void river_line(const River& g, int turn, int from, int to, int line, float* C, float* T,
                   int stride) {
  long start = (long)turn * HANDS * g.pad + line;
  Place at = {g.rz + start, g.ry + start, g.zs + line, g.ys + line, g.zd + line};
  float* value = g.value + start;
  float b = g.base[line], s = g.bet;
  if (OP == BEST) {  // Lines that no hand of Z takes are worth nothing to Y.
    float most = 0;
    for (int hand = 0; hand < HANDS; hand++) most = fmaxf(most, LOAD(at.rz + hand * g.pad));
    if (!any_lane(most > 0)) return;
  }
  for (int j = from; j < to; j++) {
    long board = g.pick[(long)turn * g.picks + j];
    if (SOURCE == FROM_BYTES) at.zd = g.zd + line + board * g.live * g.pad;
    float total[ENDS] = {0}, run[ENDS];
    for (int c = 0; c < CARDS * ENDS; c++) C[c * stride] = 0;
    run_through<SOURCE, BEST>(g, at, g.order + board * g.live, g.live, [&](int, Step e, const Data& d, Step) {
      float q[ENDS], of_a[ENDS], of_b[ENDS];
      float *a = C + e.a * ENDS * stride, *c = C + e.b * ENDS * stride;
      EACH of_a[k] = a[k * stride];
      EACH of_b[k] = c[k * stride];
      parts_of<SOURCE>(g, d, q);
      EACH total[k] += q[k];
      EACH a[k * stride] = of_a[k] + q[k];
      EACH c[k * stride] = of_b[k] + q[k];
    });
    // Half of the total is subtracted first, so that the running sum is wins minus losses.
#pragma unroll 9
    for (int c = 0; c < CARDS * ENDS; c++) {
      float sum = C[c * stride];
      T[c * stride] = sum;
      C[c * stride] = -0.5f * sum;
    }
    EACH run[k] = -0.5f * total[k];
    float regret[REGRETS] = {0}, mass[NODES] = {0};
    int bucket = -1;
    auto flush = [&]() {
      if (bucket < 0) return;
#pragma unroll
      for (int k = 0; k < REGRETS; k++) {
        add(g.regret + ((long)bucket * REGRETS + k) * g.pad + line, regret[k] * g.scale);
        regret[k] = 0;
      }
#pragma unroll
      for (int k = 0; k < NODES; k++) {
        add(g.mass + ((long)bucket * NODES + k) * g.pad + line, mass[k] * g.scale);
        mass[k] = 0;
      }
    };
    const u64* tape = g.tape + board * 3 * g.live;
    float with_a[2][ENDS], with_b[2][ENDS];  // sums over Z's hands with each card, two steps ahead
    auto fetch_sums = [&](int slot, const Step& e) {
      if (!(e.phase & 1)) return;
      EACH with_a[slot][k] = T[(e.a * ENDS + k) * stride];
      EACH with_b[slot][k] = T[(e.b * ENDS + k) * stride];
    };
    int length = g.length[board];
    fetch_sums(0, step_of(LOAD(tape)));
    fetch_sums(1, step_of(LOAD(tape + 1)));
    run_through<SOURCE, OP>(g, at, tape, length, [&](int u, Step e, const Data& d, Step after) {
      float q[ENDS], with[ENDS], of_a[ENDS], of_b[ENDS];
      float *a = C + e.a * ENDS * stride, *c = C + e.b * ENDS * stride;
      EACH of_a[k] = a[k * stride];
      EACH of_b[k] = c[k * stride];
      parts_of<SOURCE>(g, d, q);
      EACH with[k] = with_a[u & 1][k] + with_b[u & 1][k];
      fetch_sums(u & 1, after);
      if (e.phase & 1) {
        float ev[ENDS], m[ENDS];
        float own = e.phase == 3 ? 1.0f : 0.0f;  // a hand without an equal has not been half added
        EACH {
          m[k] = total[k] - with[k] + q[k];
          float level = (k < 5 ? k : k - 4) * s + b;
          ev[k] = level * (2.0f * (run[k] - of_a[k] - of_b[k]) - own * q[k]);
        }
        float v;
        if (OP == PLAYED) {
          if (e.bucket != bucket) {
            flush();
            bucket = e.bucket;
          }
          float p[PROBS], r[REGRETS], own_part[NODES];
          unpack(d.y, p);
          v = played(ev, m, b, s, g.z_first, p, r);
          own_reach(d.wy, p, g.z_first, own_part);
#pragma unroll
          for (int k = 0; k < REGRETS; k++) regret[k] += r[k];
#pragma unroll
          for (int k = 0; k < NODES; k++) mass[k] += own_part[k];
        } else {
          unsigned act;
          v = best(ev, m, b, s, g.z_first, &act);
          if (OP == BEST_KEPT) g.yd[(board * g.live + e.place) * g.pad + line] = (u8)act;
        }
        add(value + e.hand * g.pad, v);
      }
      if (e.phase != 1) {
        float part = e.phase == 3 ? 1.0f : 0.5f;
        EACH run[k] += part * q[k];
        EACH a[k * stride] = of_a[k] + part * q[k];
        EACH c[k * stride] = of_b[k] + part * q[k];
      }
    });
    if (OP == PLAYED) flush();
  }
}

#ifdef __CUDACC__
// A task is some rivers of one turn for 32 lines. A block takes the next task when it is done.
template <int SOURCE, int OP>
__global__ void __launch_bounds__(LANES) river_kernel(River g) {
  extern __shared__ float sums[];
  int groups = g.pad / LANES, parts = (g.picks + RIVERS - 1) / RIVERS;
  float* room = g.room + (long)blockIdx.x * CARDS * ENDS * LANES + threadIdx.x;
  for (;;) {
    int i = 0;
    if (threadIdx.x == 0) i = atomicAdd(g.taken, 1);
    i = __shfl_sync(0xffffffffu, i, 0);
    if (i >= g.turns * groups * parts) return;
    int from = i % parts * RIVERS, to = from + RIVERS < g.picks ? from + RIVERS : g.picks;
    int turn = i / parts / groups, line = i / parts % groups * LANES + threadIdx.x;
    river_line<SOURCE, OP>(g, turn, from, to, line, sums + threadIdx.x, room, LANES);
  }
}
template <int SOURCE, int OP>
static int launch(const River& g) {
  int bytes = CARDS * ENDS * LANES * (int)sizeof(float);
  auto kernel = river_kernel<SOURCE, OP>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
  cudaMemsetAsync(g.taken, 0, sizeof(int));
  kernel<<<g.blocks, LANES, bytes>>>(g);
  return (int)cudaGetLastError();
}
#else
template <int SOURCE, int OP>
static int launch(const River& g) {
  float sums[2 * CARDS * ENDS];
  for (int turn = 0; turn < g.turns; turn++)
    for (int line = 0; line < g.pad; line++)
      river_line<SOURCE, OP>(g, turn, 0, g.picks, line, sums, sums + CARDS * ENDS, 1);
  return 0;
}
#endif

extern "C" int river(const River* g, int source, int op) {
  if (source == FROM_TABLE)
    return op == BEST ? launch<FROM_TABLE, BEST>(*g)
           : op == BEST_KEPT ? launch<FROM_TABLE, BEST_KEPT>(*g)
                             : launch<FROM_TABLE, PLAYED>(*g);
  return op == PLAYED ? launch<FROM_BYTES, PLAYED>(*g) : -1;
}
