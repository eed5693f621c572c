// One betting round of fixed limit after the flop, seen from both sides at once.
//
// Z is the player whose strategy is given (probabilities for each of its hands), Y the player whose
// values are computed. The first to act checks or bets; there are up to four bets. Nine ends lead
// to the next round, each with the share of Z's hands that goes there:
//   q[0]     check, check
//   q[1..4]  Z bet first; the betting was closed at level 1, 2, 3, 4
//   q[5..8]  Y bet first; the betting was closed at level 1, 2, 3, 4
// A strategy of one player in one round is eight numbers: bet; fold, raise when its bet was raised
// (level 2); fold at level 4; fold, raise at level 1; fold, raise at level 3.
// T is a number, or several numbers side by side (live.cpp).
#pragma once

#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#else
#define HD static inline
#endif

const int ENDS = 9, PROBS = 8, REGRETS = 13, NODES = 5, HANDS = 1326;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned long long u64;

// Unpacks the eight numbers, stored as bytes in units of 1/255.
HD void unpack(u64 row, float* p) {
  for (int k = 0; k < PROBS; k++) p[k] = (float)(unsigned)(row >> (8 * k) & 255) * (1.0f / 255);
}

// Fills q from Z's reach w and its strategy p.
template <typename T>
HD void split(T w, const T* p, bool z_first, T* q) {
  q[1] = w * p[0];
  q[0] = w - q[1];
  q[3] = q[1] * p[2];
  q[2] = q[1] - q[1] * p[1] - q[3];
  q[4] = q[3] - q[3] * p[3];
  T u = z_first ? q[0] : w;
  q[6] = u * p[5];
  q[5] = u - u * p[4] - q[6];
  q[8] = q[6] * p[7];
  q[7] = q[6] - q[6] * p[6] - q[8];
}

// Converts a pure strategy from the byte of `best` to eight numbers.
HD void pure(unsigned d, float* p) {
  p[0] = d & 1;
  unsigned at2 = d >> 1 & 3, at1 = d >> 4 & 3, at3 = d >> 6 & 3;
  p[1] = at2 == 0;
  p[2] = at2 == 2;
  p[3] = (d >> 3 & 1) == 0;
  p[4] = at1 == 0;
  p[5] = at1 == 2;
  p[6] = at3 == 0;
  p[7] = at3 == 2;
}

// Returns the number of end k in the order of the tree: check-check, then the four in which the
// first player bets, then the four in which the second player bets.
HD int way(int k, bool z_first) { return z_first || k == 0 ? k : (k < 5 ? k + 4 : k - 4); }

HD float best3(float fold, float call, float raise, unsigned* act) {
  *act = raise > call ? (raise > fold ? 2 : 0) : (call >= fold ? 1 : 0);
  return *act == 2 ? raise : *act == 1 ? call : fold;
}

// Returns Y's best value of the round. e: value of each end; m: mass of Z's hands there;
// b: chips put in by each player before the round; s: size of a bet.
HD float best(const float* e, const float* m, float b, float s, bool z_first, unsigned* d) {
  float i1 = b + s, i2 = i1 + s, i3 = i2 + s;
  unsigned at1, at2, at3, at4, bet;
  float v4 = i3 * (m[3] - m[4]) + e[4];
  float v3 = best3(-i2 * m[3], e[3], v4, &at3);
  float v2 = i1 * (m[1] - m[2] - m[3]) + e[2] + v3;
  float v1 = best3(-b * m[1], e[1], v2, &at1);
  float fold4 = -i3 * m[8];
  at4 = e[8] >= fold4;
  float w3 = i2 * (m[6] - m[7] - m[8]) + e[7] + (at4 ? e[8] : fold4);
  float w2 = best3(-i1 * m[6], e[6], w3, &at2);
  float u = z_first ? m[0] : m[0] + m[1];
  float wb = b * (u - m[5] - m[6]) + e[5] + w2;
  float check = z_first ? e[0] : e[0] + v1;
  bet = wb > check;
  *d = bet | at2 << 1 | at4 << 3 | at1 << 4 | at3 << 6;
  return (bet ? wb : check) + (z_first ? v1 : 0.0f);
}

// Returns Y's value with its strategy p, and the regret of each act (r, 13 of them).
template <typename T>
HD T played(const T* e, const T* m, T b, float s, bool z_first, const T* p, T* r) {
  T i1 = b + s, i2 = i1 + s, i3 = i2 + s;
  T v4 = i3 * (m[3] - m[4]) + e[4];
  T f3 = -i2 * m[3];
  T v3 = p[6] * f3 + p[7] * v4 + (1.0f - p[6] - p[7]) * e[3];
  r[10] = f3 - v3;
  r[11] = e[3] - v3;
  r[12] = v4 - v3;
  T v2 = i1 * (m[1] - m[2] - m[3]) + e[2] + v3;
  T f1 = -b * m[1];
  T v1 = p[4] * f1 + p[5] * v2 + (1.0f - p[4] - p[5]) * e[1];
  r[7] = f1 - v1;
  r[8] = e[1] - v1;
  r[9] = v2 - v1;
  T f4 = -i3 * m[8];
  T w4 = p[3] * f4 + (1.0f - p[3]) * e[8];
  r[5] = f4 - w4;
  r[6] = e[8] - w4;
  T w3 = i2 * (m[6] - m[7] - m[8]) + e[7] + w4;
  T f2 = -i1 * m[6];
  T w2 = p[1] * f2 + p[2] * w3 + (1.0f - p[1] - p[2]) * e[6];
  r[2] = f2 - w2;
  r[3] = e[6] - w2;
  r[4] = w3 - w2;
  T u = z_first ? m[0] : m[0] + m[1];
  T wb = b * (u - m[5] - m[6]) + e[5] + w2;
  T check = z_first ? e[0] : e[0] + v1;
  T root = p[0] * wb + (1.0f - p[0]) * check;
  r[0] = check - root;
  r[1] = wb - root;
  return z_first ? root + v1 : root;
}

// Computes Y's own reach of its five decisions: bet; level 2; level 4; level 1; level 3.
template <typename T>
HD void own_reach(T w, const T* p, bool z_first, T* out) {
  out[0] = w;
  out[1] = w * p[0];
  out[2] = out[1] * p[2];
  out[3] = z_first ? w : w - out[1];
  out[4] = out[3] * p[5];
}
