// A chart as wide as there is room for: axes, curves, bars, upright marks, and what is under the
// pointer. Places are doubles, and logarithms where an axis is logarithmic: they only show.

import { el, svg } from "./dom.js";
import { powerOfTen } from "./number.js";

/**
 * @typedef {{ name: string, log?: boolean, from?: number, whole?: boolean }} Axis
 * @typedef {{ name: string, style: "line" | "dots" | "bars" | "upright" | "point", points: [number, number][], said?: string[], look: number }} Series
 * @typedef {{ title: string, x: Axis, y: Axis, series: Series[] }} Chart
 */

const [LEFT, RIGHT, TOP, BOTTOM] = [64, 14, 12, 46];

/** @param {number} least */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].map((each) => each * power).find((step) => step >= least * 0.999)) ?? 10 * power;
}

/** @param {number[]} places @param {Axis} axis @returns {[number, number]} */
function reach(places, axis) {
  const all = places.filter(Number.isFinite);
  if (axis.from !== undefined) all.push(axis.from);
  if (all.length === 0) return [0, 1];
  let [low, high] = [Infinity, -Infinity];
  for (const place of all) [low, high] = [Math.min(low, place), Math.max(high, place)];
  const air = high === low ? Math.max(Math.abs(low), 1) / 2 : (high - low) * 0.04;
  return [low === axis.from ? low : low - air, high + air];
}

/** @param {number} value @param {number} step */
function plain(value, step) {
  if (Math.abs(value) < step / 1e6) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const power = Math.floor(Math.log10(size) + 1e-9);
    const front = Number((value / 10 ** power).toPrecision(4));
    return front === 1 ? powerOfTen(power) : `${front}×${powerOfTen(power)}`;
  }
  return String(Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(step)) + 1))));
}

/** @param {[number, number]} reach @param {Axis} axis @param {number} most @returns {[number, string][]} */
function ticks([low, high], axis, most) {
  if (axis.log && high - low < 1) {
    const unit = Math.floor(low);
    const step = roundStep((10 ** (high - unit) - 10 ** (low - unit)) / most);
    /** @type {[number, string][]} */
    const found = [];
    for (let i = Math.ceil(10 ** (low - unit) / step); i * step <= 10 ** (high - unit); i += 1) {
      const front = Number((i * step).toPrecision(6));
      const text = unit >= -4 && unit < 6 ? plain(front * 10 ** unit, step * 10 ** unit) : `${front}×${powerOfTen(unit)}`;
      found.push([unit + Math.log10(i * step), text]);
    }
    return found;
  }
  if (axis.log && high - low < 2.5) {
    // Few powers of ten: two and five between them help to read.
    /** @type {[number, string][]} */
    const found = [];
    for (let power = Math.floor(low); power <= high; power += 1) {
      for (const front of [1, 2, 5]) {
        const at = power + Math.log10(front);
        const text = power >= -4 && power < 6 ? plain(front * 10 ** power, 10 ** power) : front === 1 ? powerOfTen(power) : `${front}×${powerOfTen(power)}`;
        if (at >= low && at <= high) found.push([at, text]);
      }
    }
    return found;
  }
  const step = roundStep(Math.max((high - low) / most, axis.log || axis.whole ? 1 : 0));
  /** @type {[number, string][]} */
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) {
    const at = i * step;
    found.push([at, axis.log ? (at >= -3 && at <= 3 ? plain(10 ** at, 10 ** at) : powerOfTen(at)) : plain(at, step)]);
  }
  return found;
}

/**
 * A figure with the chart in it, which is drawn again when its width changes.
 * @param {Chart} chart
 */
export function draw(chart) {
  const said = el("output", { class: "said" });
  const frame = el("div", { class: "frame" });
  const keys = chart.series.map((series) =>
    el("li", {}, svg("svg", { viewBox: "0 0 26 12", class: "key", "aria-hidden": "true" },
      series.style === "point"
        ? svg("circle", { cx: 13, cy: 6, r: 4.5, class: `mark look-${series.look}` })
        : svg("path", { d: "M1 6H25", class: `${series.style} look-${series.look}` })),
    series.name));
  const figure = el("figure", { class: "chart" }, frame, said, el("ul", { class: "keys" }, ...keys));
  let width = 0;
  const observer = new ResizeObserver(() => {
    const now = Math.round(Math.min(frame.clientWidth, 820));
    if (now === width || now < 200) return;
    width = now;
    frame.replaceChildren(picture(chart, width, said));
  });
  observer.observe(frame);
  return figure;
}

/** @param {Chart} chart @param {number} width @param {HTMLElement} said */
function picture(chart, width, said) {
  const height = Math.round(Math.max(230, Math.min(380, width * 0.55)));
  const [right, bottom] = [width - RIGHT, height - BOTTOM];
  const x = reach(chart.series.flatMap((series) => series.points.map(([place]) => place)), chart.x);
  const y = reach(chart.series.filter((series) => series.style !== "upright")
    .flatMap((series) => series.points.map(([, place]) => place)), chart.y);
  const across = (/** @type {number} */ place) => LEFT + ((place - x[0]) / (x[1] - x[0])) * (right - LEFT);
  const down = (/** @type {number} */ place) => bottom - ((place - y[0]) / (y[1] - y[0])) * (bottom - TOP);
  const round = (/** @type {number} */ place) => Math.round(place * 10) / 10;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": chart.title });
  for (const [place, text] of ticks(x, chart.x, Math.max(3, Math.floor((right - LEFT) / 90)))) {
    const at = round(across(place));
    root.append(svg("path", { class: "grid", d: `M${at} ${TOP}V${bottom}` }),
      svg("text", { x: at, y: bottom + 17, "text-anchor": "middle" }, text));
  }
  for (const [place, text] of ticks(y, chart.y, Math.max(3, Math.floor((bottom - TOP) / 45)))) {
    const at = round(down(place));
    root.append(svg("path", { class: "grid", d: `M${LEFT} ${at}H${right}` }),
      svg("text", { x: LEFT - 7, y: at + 4, "text-anchor": "end" }, text));
  }
  root.append(
    svg("path", { class: "axis", d: `M${LEFT} ${TOP}V${bottom}H${right}` }),
    svg("text", { x: (LEFT + right) / 2, y: height - 8, "text-anchor": "middle", class: "name" }, chart.x.name),
    svg("text", { x: 12, y: (TOP + bottom) / 2, "text-anchor": "middle", class: "name", transform: `rotate(-90 12 ${(TOP + bottom) / 2})` }, chart.y.name));
  for (const series of chart.series) {
    const looks = `${series.style} look-${series.look}`;
    const points = series.points.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
    if (series.style === "bars") {
      root.append(svg("path", { class: looks, "stroke-width": round(Math.max(2, Math.min(24, (0.6 * (right - LEFT)) / (x[1] - x[0])))), d: points.map(([a, b]) => `M${round(across(a))} ${bottom}V${round(down(b))}`).join("") }));
    } else if (series.style === "upright") {
      root.append(svg("path", { class: looks, d: points.map(([a]) => `M${round(across(a))} ${TOP}V${bottom}`).join("") }));
    } else if (series.style !== "point" && points.length > 0) {
      root.append(svg("path", { class: looks, d: "M" + points.map(([a, b]) => `${round(across(a))} ${round(down(b))}`).join("L") }));
    }
    if (series.style === "point" || (series.style === "dots" && points.length <= 60)) {
      for (const [a, b] of points) {
        root.append(svg("circle", { class: `mark look-${series.look}`, cx: round(across(a)), cy: round(down(b)), r: series.style === "point" ? 5.5 : 3 }));
      }
    }
  }
  const at = svg("path", { class: "at" });
  root.append(at);
  const tell = (/** @type {PointerEvent} */ event) => {
    const box = root.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * width;
    /** @type {{ far: number, text: string, x: number } | undefined} */
    let nearest;
    for (const series of chart.series) {
      series.points.forEach(([a], i) => {
        const text = series.said?.[i];
        const far = Math.abs(across(a) - place);
        if (text !== undefined && (nearest === undefined || far < nearest.far)) nearest = { far, text, x: across(a) };
      });
    }
    if (nearest === undefined) return;
    at.setAttribute("d", `M${round(nearest.x)} ${TOP}V${bottom}`);
    said.textContent = nearest.text;
  };
  root.addEventListener("pointermove", (event) => tell(/** @type {PointerEvent} */ (event)));
  root.addEventListener("pointerdown", (event) => tell(/** @type {PointerEvent} */ (event)));
  return root;
}
