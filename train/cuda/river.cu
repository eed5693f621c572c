// The river: every hand of the board in the order of strength, one lane for each betting line.
#include "launch.h"

#ifdef __CUDACC__
#define LANES 32
#else
#define LANES 1
#endif
const int CARDS = 47;  // that are not on the board

struct River {
  const u64* order;     // [board][live], steps (see boards.cu)
  const u64* tape;      // [board][3 * live]
  const int* length;    // [board]
  const int* pick;      // [turn][picks]: which boards
  const float* rz;      // [turn][hand][pad]
  const float* ry;      // likewise, Y's own; for averages
  const u64* zs;        // [bucket][pad]
  const u64* ys;        // likewise
  const u8* zd;         // [board][live][pad]: Z's pure strategy
  u8* yd;               // likewise, to be written
  float* value;         // [turn][hand][pad], added to
  float* regret;        // [bucket][REGRETS][pad], added to
  float* mass;          // [bucket][NODES][pad], added to
  float* room;          // [block][CARDS][ENDS][LANES], to work in
  const float* base;    // [pad]: put in by each before the river
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

struct Data {  // what a step needs from far away
  u64 z, y;
  float wz, wy;
};

struct Place {  // where this line reads
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
#define AHEAD 3  // steps that are fetched before they are needed

// Runs through n steps, each fetched in time.
template <int SOURCE, int OP, typename F>
HD void run_through(const River& g, const Place& at, const u64* steps, int n, F work) {
  u64 x[AHEAD + 2];
  Data d[AHEAD];
#pragma unroll
  for (int k = 0; k < AHEAD + 2; k++) x[k] = LOAD(steps + (k < n ? k : n - 1));
#pragma unroll
  for (int k = 0; k < AHEAD; k++) d[k] = fetch<SOURCE, OP>(g, at, x[k]);
  for (int i = 0; i < n; i++) {
    u64 now = x[0];
    Data here = d[0];
#pragma unroll
    for (int k = 0; k + 1 < AHEAD; k++) d[k] = d[k + 1];
    d[AHEAD - 1] = fetch<SOURCE, OP>(g, at, x[AHEAD]);
#pragma unroll
    for (int k = 0; k + 1 < AHEAD + 2; k++) x[k] = x[k + 1];
    int next = i + AHEAD + 2;
    x[AHEAD + 1] = LOAD(steps + (next < n ? next : n - 1));
    work(step_of(now), here, step_of(x[0]));
  }
}

template <int SOURCE, int OP>
HD void river_line(const River& g, int turn, int line, float* C, float* T, int stride) {
  long start = (long)turn * HANDS * g.pad + line;
  Place at = {g.rz + start, g.ry + start, g.zs + line, g.ys + line, g.zd + line};
  float* value = g.value + start;
  float b = g.base[line], s = g.bet;
  if (OP == BEST) {  // lines that none of Z's hands ever takes are worth nothing to Y
    float most = 0;
    for (int hand = 0; hand < HANDS; hand++) most = fmaxf(most, LOAD(at.rz + hand * g.pad));
    if (!any_lane(most > 0)) return;
  }
  for (int j = 0; j < g.picks; j++) {
    long board = g.pick[(long)turn * g.picks + j];
    if (SOURCE == FROM_BYTES) at.zd = g.zd + line + board * g.live * g.pad;
    float total[ENDS] = {0}, run[ENDS];
    for (int c = 0; c < CARDS * ENDS; c++) C[c * stride] = 0;
    run_through<SOURCE, BEST>(g, at, g.order + board * g.live, g.live, [&](Step e, const Data& d, Step) {
      float q[ENDS];
      parts_of<SOURCE>(g, d, q);
      EACH total[k] += q[k];
      EACH C[(e.a * ENDS + k) * stride] += q[k];
      EACH C[(e.b * ENDS + k) * stride] += q[k];
    });
    // Half of everything is taken off, so that what is met on the way is beaten minus beaten by.
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
    float with_a[ENDS], with_b[ENDS];  // all of Z's hands with the next hand's cards
    auto look = [&](const Step& e) {
      if (!(e.phase & 1)) return;
      EACH with_a[k] = T[(e.a * ENDS + k) * stride];
      EACH with_b[k] = T[(e.b * ENDS + k) * stride];
    };
    look(step_of(LOAD(tape)));
    run_through<SOURCE, OP>(g, at, tape, g.length[board], [&](Step e, const Data& d, Step next) {
      float q[ENDS], with[ENDS];
      int a = e.a * ENDS * stride, c = e.b * ENDS * stride;
      EACH with[k] = with_a[k] + with_b[k];
      look(next);
      parts_of<SOURCE>(g, d, q);
      if (e.phase & 1) {
        float ev[ENDS], m[ENDS];
        float own = e.phase == 3 ? 1.0f : 0.0f;  // alone, it has not been half added
        EACH {
          m[k] = total[k] - with[k] + q[k];
          float level = (k < 5 ? k : k - 4) * s + b;
          ev[k] = level * (2.0f * (run[k] - C[a + k * stride] - C[c + k * stride]) - own * q[k]);
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
        EACH C[a + k * stride] += part * q[k];
        EACH C[c + k * stride] += part * q[k];
      }
    });
    if (OP == PLAYED) flush();
  }
}

#ifdef __CUDACC__
template <int SOURCE, int OP>
__global__ void __launch_bounds__(LANES) river_kernel(River g) {
  extern __shared__ float sums[];
  int groups = g.pad / LANES;
  float* room = g.room + (long)blockIdx.x * CARDS * ENDS * LANES + threadIdx.x;
  for (int i = blockIdx.x; i < g.turns * groups; i += g.blocks)
    river_line<SOURCE, OP>(g, i / groups, i % groups * LANES + threadIdx.x, sums + threadIdx.x, room,
                           LANES);
}
template <int SOURCE, int OP>
static int launch(const River& g) {
  int bytes = CARDS * ENDS * LANES * (int)sizeof(float);
  auto kernel = river_kernel<SOURCE, OP>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
  kernel<<<g.blocks, LANES, bytes>>>(g);
  return (int)cudaGetLastError();
}
#else
template <int SOURCE, int OP>
static int launch(const River& g) {
  float* sums = new float[2 * CARDS * ENDS];
  for (int turn = 0; turn < g.turns; turn++)
    for (int line = 0; line < g.pad; line++)
      river_line<SOURCE, OP>(g, turn, line, sums, sums + CARDS * ENDS, 1);
  delete[] sums;
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
