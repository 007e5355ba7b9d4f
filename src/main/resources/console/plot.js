// Lines over time on a canvas: axes, grid, thresholds and shaded maintenance.
import { format, reader } from "./reader.js";
import { line, single } from "./series.js";
import { millis } from "./words.js";
import { where } from "./where.js";

const COLOURS = 6;
const DASHES = [[], [9, 4], [2, 4], [9, 4, 2, 4]];
const FINE = 130;
const FONT = "12px system-ui, sans-serif";
const HEIGHT = 260;

let uPlot;

/** Fetches the drawing library, which only charts need. Fails if it cannot be fetched. */
export const prepare = async () => {
  uPlot ??= (await import("./uplot.js")).default;
};

/** The colour of a location's line, and its pattern once the colours are used up. */
export const style = (number) => ({ colour: `--place-${(number % COLOURS) + 1}`, dash: DASHES[Math.floor(number / COLOURS) % DASHES.length] });

/** The highest value of what is shown. */
const highest = (data) => data.slice(1).flat().reduce((most, value) => Math.max(most, value ?? 0), 0);

/** Whether thresholds can be shown without pressing the lines flat. */
export const near = (timeline, threshold) => threshold <= 4 * Math.max(1, ...timeline.steps.flatMap((step) => Object.values(step.by).map((one) => one.p95 ?? 0)));

function ticks(incr, at) {
  const time = new Date(at * 1000);
  const there = uPlot.tzDate(time, reader.zone);
  const days = incr >= 86400 || (there.getHours() === 0 && there.getMinutes() === 0);
  return format(days ? { month: "short", day: "numeric" } : { hour: "2-digit", minute: "2-digit" }).format(time);
}

/**
 * Draws into an element and answers the plot, once `prepare` is done. `shown` has the locations and percentiles, `limits`
 * the thresholds with their words; `hear` is told the step at the pointer, `drawn` the plot each
 * time, `ready` once.
 */
export function plot(target, { timeline, places, shown, limits, apart, hear, drawn, ready }) {
  const theme = getComputedStyle(target);
  const colour = (name) => theme.getPropertyValue(name).trim();
  const wanted = shown.places.flatMap((place) => shown.figures.map((figure) => [place, figure]));
  const data = [timeline.steps.map((step) => step.middle / 1000), ...wanted.map(([place, figure]) => line(timeline.steps, place, figure, apart))];
  const top = Math.max(highest(data), ...limits.map((one) => one.at)) * 1.12 || 100;
  const marked = single(timeline) || timeline.steps.length <= FINE;
  const series = wanted.map(([place, figure]) => {
    const { colour: name, dash } = style(places.indexOf(place));
    const later = figure === "p95";
    return { label: where(place), stroke: colour(name), width: later ? 1.25 : 2, dash: later ? [3, 3] : dash, points: { show: marked && !later ? true : undefined, size: later ? 4 : 5, fill: colour(name) } };
  });
  const grid = { stroke: colour("--line"), width: 1 };
  const axis = { stroke: colour("--soft"), font: FONT, grid, ticks: { ...grid, size: 5 } };

  function shade(u) {
    const { ctx, bbox } = u;
    ctx.save();
    for (const one of timeline.maintenance) {
      const [from, to] = [Math.max(one.from, timeline.from), Math.min(one.to, timeline.to)].map((at) => u.valToPos(at / 1000, "x", true));
      ctx.fillStyle = colour("--maintenance");
      ctx.fillRect(from, bbox.top, Math.max(2, to - from), bbox.height);
    }
    ctx.restore();
  }

  function thresholds(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = "left";
    ctx.textBaseline = "bottom";
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    for (const limit of limits) {
      const y = u.valToPos(limit.at, "y", true);
      ctx.strokeStyle = ctx.fillStyle = colour(limit.colour);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.fillText(limit.word, bbox.left + 6 * devicePixelRatio, y - 2 * devicePixelRatio);
    }
    ctx.restore();
  }

  return new uPlot(
    {
      width: target.clientWidth,
      height: HEIGHT,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), reader.zone),
      padding: [12, 24, 0, 0],
      legend: { show: false },
      select: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 8 } },
      scales: { x: { time: true, range: () => [timeline.from / 1000, timeline.to / 1000] }, y: { range: () => [0, top] } },
      axes: [
        { ...axis, space: 76, size: 34, values: (u, splits, number, space, incr) => splits.map((at) => ticks(incr, at)) },
        { ...axis, size: 64, space: 36, values: (u, splits) => splits.map(millis) },
      ],
      series: [{}, ...series],
      hooks: { ready: [ready], drawClear: [shade], draw: [thresholds, drawn], setCursor: [(u) => hear(u.cursor.idx ?? null)] },
    },
    data,
    target,
  );
}
