// Numbers as people read them. Nothing is computed here: digits are moved, cut and grouped, and of a
// value between two ends only those are shown to which both round.

/** @typedef {{ lo: string, hi: string, exact?: string }} Ends */

const NARROW = "\u202f";

/**
 * The answer of a question. Integers too long for a double stay text.
 * @param {string} text
 * @returns {any}
 */
export function parsed(text) {
  const whole = text.replace(/"(?:[^"\\]|\\.)*"|\d{16,}/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`);
  return JSON.parse(whole);
}

/** @param {string | number} whole */
export function grouped(whole) {
  const text = String(whole);
  return text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, NARROW) : text;
}

/** `12.5e-3` as its digits without zeros before them, and the power of ten of the first. @param {string} text */
function split(text) {
  const [mantissa = "", power = "0"] = text.replace("-", "").split("e").length > 1
    ? [text.slice(0, text.indexOf("e")), text.slice(text.indexOf("e") + 1)]
    : [text];
  const [whole = "", part = ""] = mantissa.replace("-", "").split(".");
  const all = whole + part;
  const digits = all.replace(/^0+/, "");
  const exponent = Number(power) + whole.length - 1 - (all.length - digits.length);
  return { negative: text.startsWith("-"), digits, exponent };
}

/** Rounded to so many digits. @param {string} text @param {number} most */
function rounded(text, most) {
  let { negative, digits, exponent } = split(text);
  if (digits === "") return { negative: false, digits: "0", exponent: 0 };
  if (digits.length > most) {
    const up = digits.charCodeAt(most) >= 53;
    digits = digits.slice(0, most);
    if (up) {
      const next = (BigInt(digits) + 1n).toString();
      exponent += next.length - digits.length;
      digits = next.slice(0, most);
    }
  }
  return { negative, digits: digits.replace(/0+$/, "") || "0", exponent };
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten. @param {number} power */
export function powerOfTen(power) {
  const raised = String(Math.abs(power)).replace(/\d/g, (digit) => RAISED.charAt(Number(digit)));
  return `10${power < 0 ? "⁻" : ""}${raised}`;
}

/** @param {{ negative: boolean, digits: string, exponent: number }} number */
function written({ negative, digits, exponent }) {
  const sign = negative ? "−" : "";
  if (exponent >= -4 && exponent < 0) {
    return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  }
  if (exponent >= 0 && exponent < 15) {
    const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
    const part = digits.slice(exponent + 1);
    return sign + grouped(whole) + (part === "" ? "" : `.${part}`);
  }
  const part = digits.slice(1);
  return `${sign}${digits[0]}${part === "" ? "" : `.${part}`} × ${powerOfTen(exponent)}`;
}

/**
 * The certain digits of a value; `shift` moves the point, by 2 for per cent.
 * @param {Ends | null | undefined} ends @param {number} [most] @param {number} [shift]
 */
export function certain(ends, most = 7, shift = 0) {
  if (!ends) return "unknown";
  for (let digits = most; digits > 0; digits -= 1) {
    const [lo, hi] = [rounded(ends.lo, digits), rounded(ends.hi, digits)];
    if (lo.digits === hi.digits && lo.exponent === hi.exponent && lo.negative === hi.negative) {
      return written({ ...lo, exponent: lo.exponent + (lo.digits === "0" ? 0 : shift) });
    }
  }
  return `${ends.lo} to ${ends.hi}`;
}

/** A rate: in per cent, or as a power of ten where that is shorter. @param {Ends | null | undefined} ends @param {number} [most] */
export function rate(ends, most = 7) {
  if (!ends) return "unknown";
  const { digits, exponent } = split(ends.hi);
  if (digits === "" || exponent < -5) return certain(ends, most);
  return `${certain(ends, most, 2)}${NARROW}%`;
}

/** The logarithm to base 10, for a place in a picture. @param {string} text */
export function log10(text) {
  const { digits, exponent } = split(text);
  return digits === "" ? -Infinity : exponent + Math.log10(Number(`${digits[0]}.${digits.slice(1, 17)}`));
}

/** About as many times as much, for a comparison: two digits. @param {number} ratio */
export function gap(ratio) {
  const part = (ratio - 1) * 100;
  if (!Number.isFinite(part)) return "";
  if (part === 0) return "the same";
  if (part >= 300) return `a factor of ${Number(ratio.toPrecision(3))}`.replace(/([\d.]+)e\+(\d+)/, (_, front, power) => `${front} × ${powerOfTen(Number(power))}`);
  if (Math.abs(part) < 5e-7) return "almost the same";
  const shown = Math.abs(part) < 0.005 ? part.toFixed(6).replace(/0+$/, "") : String(Number(part.toPrecision(2)));
  return `${part > 0 ? "+" : ""}${shown.replace("-", "−")}${NARROW}%`;
}

/** A size in bytes, whole or in a unit. @param {string | number} bits */
export function size(bits) {
  const bytes = (BigInt(bits) + 7n) / 8n;
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let [value, unit] = [Number(bytes), 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(bytes.toString()) : Number(value.toPrecision(4))} ${units[unit]}`;
}

/** An interval of whole numbers. @param {{ lo: number, hi: number | string } | null | undefined} interval */
export function interval(interval) {
  if (!interval) return "none: every number is contradicted";
  const hi = interval.hi === "infinity" ? "any number" : grouped(interval.hi);
  return interval.lo === interval.hi ? grouped(interval.lo) : `${grouped(interval.lo)} to ${hi}`;
}
