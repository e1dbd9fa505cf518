// Payloads: checksums, and encoding 1 (entropy coded), which is turned into the raw bytes.

const TABLE = new Int32Array(256);
for (let i = 0; i < 256; i++) {
  let c = i;
  for (let j = 0; j < 8; j++) c = c >>> 1 ^ (c & 1 ? 0x82f63b78 : 0);
  TABLE[i] = c;
}

/** CRC-32C of bytes, as an unsigned number. */
export function crc32c(bytes) {
  let c = -1;
  for (let i = 0; i < bytes.length; i++) c = c >>> 8 ^ TABLE[(c ^ bytes[i]) & 255];
  return ~c >>> 0;
}

/** How many bits are set. */
export function countSet(bytes) {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) count += POPULATION[bytes[i]];
  return count;
}

const POPULATION = Uint8Array.from({ length: 256 }, (_, i) => i.toString(2).replaceAll("0", "").length);

const TOTAL = 1 << 14;

/** The model of encoding 1: frequencies of bytes, of escaped bytes, and the least number of bits that escapes. */
function model(m, s) {
  const powers = (b) => {
    const p = [1n << 62n];
    while (p.length < 9) p.push(p.at(-1) * b >> 62n);
    return p;
  };
  const a = (BigInt(s) << 62n) / BigInt(m);
  const set = powers(a), clear = powers((1n << 62n) - a);
  const w = set.map((x, c) => x * clear[8 - c] >> 62n);
  const ways = [1n, 8n, 28n, 56n, 70n, 56n, 28n, 8n, 1n];
  const W = [...w, 0n];
  for (let c = 8; c >= 0; c--) W[c] = ways[c] * w[c] + (c < 8 ? W[c + 1] : 0n);
  let t = 1;
  while (t < 9 && w[t] >= 1n << 49n) t++;
  let escape = 0n;
  if (t < 9) {
    escape = W[t] + (1n << 47n) >> 48n;
    if (escape < 1n) escape = 1n;
  }
  const f = Array(9).fill(0n);
  let used = escape;
  for (let c = t - 1; c > 0; c--) {
    f[c] = (W[c] + (ways[c] << 47n) - (used << 48n)) / (ways[c] << 48n);
    used += ways[c] * f[c];
  }
  f[0] = BigInt(TOTAL) - used;
  const F = Array.from(POPULATION, (c) => Number(f[c]));
  if (t < 9) F[255] = Number(escape);
  if (t >= 8) return { F, G: null };
  const others = ways.slice(t).reduce((sum, n) => sum + n, 0n);
  const G = Array.from(POPULATION, (c) => c < t ? 0 : 1 + Number((BigInt(TOTAL) - others) * w[c] / W[t]));
  G[2 ** t - 1] += TOTAL - G.reduce((sum, g) => sum + g, 0);
  return { F, G };
}

/** For each of 2^14 remainders the byte that it stands for, and where each byte's remainders begin. */
function slots(F) {
  const bytes = new Uint8Array(TOTAL), starts = new Int32Array(256);
  let at = 0;
  for (let b = 0; b < 256; b++) {
    starts[b] = at;
    bytes.fill(b, at, at += F[b]);
  }
  return { F, bytes, starts };
}

/** Decodes one chunk of up to 2^20 bytes into `out`. */
function chunk(coded, out, plain, escaped, damaged) {
  if (coded.length < 32 || coded.length % 2 === 1) damaged();
  const view = new DataView(coded.buffer, coded.byteOffset, coded.length);
  const states = Array.from({ length: 8 }, (_, j) => view.getUint32(4 * j, true));
  if (states.some((x) => x < 65536)) damaged();
  let at = 32;
  const take = (j, { F, bytes, starts }) => {
    const r = states[j] & TOTAL - 1;
    const b = bytes[r];
    let x = F[b] * (states[j] >>> 14) + r - starts[b];
    if (x < 65536) {
      if (at >= coded.length) damaged();
      x = x * 65536 + view.getUint16(at, true);
      at += 2;
    }
    states[j] = x;
    return b;
  };
  for (let i = 0; i < out.length; i += 8) {
    for (let j = 0; j < 8; j++) out[i + j] = take(j, plain);
    if (escaped === null) continue;
    for (let j = 0; j < 8; j++) if (out[i + j] === 255) out[i + j] = take(j, escaped);
  }
  if (at !== coded.length || states.some((x) => x !== 65536)) damaged();
}

/** Decodes gaps between the bits of the minority. */
function gaps(coded, m, s, out, damaged) {
  let at = 0;
  const bit = () => {
    if (at >= 8 * coded.length) damaged();
    return coded[at >> 3] >> (at++ & 7) & 1;
  };
  let position = -1;
  if (s > 0) {
    const quotient = BigInt(m) * 45426n / (BigInt(s) * 65536n);
    const D = quotient < 1n ? 1 : Number(quotient);
    const b = Math.floor(Math.log2(D));
    const width = 2 ** b > D ? b - 1 : 2 ** (b + 1) <= D ? b + 1 : b;
    const h = 2 ** (width + 1) - D;
    for (let i = 0; i < s; i++) {
      let gap = 0;
      while (bit()) gap += D;
      let v = 0;
      for (let j = 0; j < width; j++) v += bit() * 2 ** j;
      position += 1 + gap + (v < h ? v : 2 * v + bit() - h);
      if (position >= m) damaged();
      out[Math.floor(position / 8)] |= 1 << position % 8;
    }
  }
  const used = Math.ceil(at / 8);
  while (at < 8 * used) if (bit()) damaged();
  if (coded.length !== Math.max(used, Math.ceil(out.length / 4096) - 128)) damaged();
  if (coded.subarray(used).some((byte) => byte !== 0)) damaged();
}

/** Turns a payload in encoding 1 into the raw bytes of m bits, of which `ones` are set. */
export function decode(coded, m, ones, damaged) {
  const raw = 8 * Math.ceil(m / 64), minority = Math.min(ones, m - ones);
  const out = new Uint8Array(raw);
  if (1024 * minority < m) {
    gaps(coded, m, minority, out, damaged);
  } else {
    const { F, G } = model(m, minority);
    const plain = slots(F), escaped = G && slots(G);
    const chunks = Math.ceil(raw / 2 ** 20);
    if (coded.length < 4 * chunks) damaged();
    const lengths = new DataView(coded.buffer, coded.byteOffset, 4 * chunks);
    let at = 4 * chunks;
    for (let i = 0; i < chunks; i++) {
      const end = at + lengths.getUint32(4 * i, true);
      if (end > coded.length) damaged();
      chunk(coded.subarray(at, end), out.subarray(i * 2 ** 20, (i + 1) * 2 ** 20), plain, escaped, damaged);
      at = end;
    }
    if (at !== coded.length) damaged();
  }
  if (m - ones < ones) {
    for (let i = 0; i < raw; i++) out[i] ^= 255;
    for (let p = m; p < 8 * raw; p++) out[Math.floor(p / 8)] ^= 1 << p % 8;
  }
  return out;
}
