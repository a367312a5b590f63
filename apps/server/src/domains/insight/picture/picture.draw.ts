import { drawWords, fitWords, shapeOf } from './picture.words.ts';

/** @property now with `before` the numbers of a part; null: of nothing */
export type Part = { name: string; now: number | null; before: number | null };
/** @property axis writes the numbers beside the drawing */
export type Drawing = {
  chart: 'line' | 'bars' | 'donut';
  parts: readonly Part[];
  whole: string;
  axis: (value: number) => string;
  names: { now: string; before?: string | undefined };
};

/** Narrower than a mail's text: on a phone, where it is shown smaller, its words are still read. */
const width = 380;
const height = 210;
const room = { left: 46, right: 4, top: 28, bottom: 26 };
const inner = { width: width - room.left - room.right, height: height - room.top - room.bottom };
const size = 12;

/** The ground is in the picture: mail programs that darken a mail leave pictures as they are. */
const colors = { ground: '#ffffff', ink: '#1c2b33', soft: '#5b6b73', line: '#dfe5e8', now: '#1f6f78', before: '#b3541e' } as const;
/** Told apart by lightness too, each at 3:1 against the ground. */
const slices = ['#1f6f78', '#b3541e', '#5f3dc4', '#5c7a10', '#a61e4d', '#1971c2', '#495057', '#0b7a4b'] as const;
const round = (value: number) => Math.round(value * 10) / 10;

/** The top of the axis: a round number of four steps, or fewer where the numbers are small and whole. */
export function topOf(values: readonly number[]): { top: number; step: number } {
  const most = Math.max(...values, 0);
  if (most === 0) return { top: 1, step: 1 };
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
  const step = values.every(Number.isInteger) ? Math.max(1, Math.ceil(nice)) : nice;
  return { top: Math.ceil(most / step - 1e-9) * step, step };
}

const svg = (parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colors.ground}"/>${parts.join('')}</svg>`;

/** The chart of a figure by its parts, as an SVG without fonts, scripts or addresses. */
export const draw = (drawing: Drawing): string => svg(drawing.chart === 'donut' ? donut(drawing) : plot(drawing));

function legend({ names }: Drawing): string {
  if (!names.before) return '';
  const entry = (x: number, color: string, words: string, dash: string) =>
    `<path d="M${x} 14h18" stroke="${color}" stroke-width="3" ${dash}/>${drawWords(words, { x: x + 24, y: 18, size, color: colors.soft })}`;
  const second = room.left + 24 + shapeOf(names.now, size).width + 24;
  return entry(room.left, colors.now, names.now, '') + entry(second, colors.before, names.before, 'stroke-dasharray="5 4"');
}

/** Lines or bars over an axis; names below are thinned until they fit. */
function plot(drawing: Drawing): string[] {
  const { parts, chart, axis } = drawing;
  const values = parts.flatMap(({ now, before }) => [now, before]).filter((value) => typeof value === 'number');
  const { top, step } = topOf(values);
  const y = (value: number) => round(room.top + inner.height * (1 - value / top));
  const each = inner.width / parts.length;
  const x = (place: number) => round(room.left + each * (place + 0.5));
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, place) => place * step).map(
    (tick) =>
      `<path d="M${room.left} ${y(tick)}H${width - room.right}" stroke="${colors.line}"/>${drawWords(axis(tick), { x: room.left - 8, y: y(tick) + 4, size, color: colors.soft, anchor: 'end' })}`,
  );
  const named = Math.max(1, Math.ceil(48 / each));
  const names = parts.map(({ name }, place) =>
    place % named === 0
      ? drawWords(fitWords(name, size, each * named - 6), { x: x(place), y: height - 8, size, color: colors.soft, anchor: 'middle' })
      : '',
  );
  const drawn = chart === 'line' ? lines(drawing, x, y) : bars(drawing, x, y, each);
  return [legend(drawing), ...ticks, ...drawn, ...names];
}

type Place = (value: number) => number;

function lines({ parts, names }: Drawing, x: Place, y: Place): string[] {
  const line = (of: 'now' | 'before') => {
    const points = parts.map((part, place) => [place, part[of]] as const);
    // A part of nothing breaks the line.
    const path = points
      .map(([place, value], index) =>
        value === null ? '' : `${index === 0 || points[index - 1]?.[1] === null ? 'M' : 'L'}${x(place)} ${y(value)}`,
      )
      .join('');
    const dots =
      of === 'now' && parts.length <= 31
        ? points
            .map(([place, value]) => (value === null ? '' : `<circle cx="${x(place)}" cy="${y(value)}" r="3" fill="${colors.now}"/>`))
            .join('')
        : '';
    return `<path d="${path}" fill="none" stroke="${colors[of]}" stroke-width="2" stroke-linejoin="round" ${of === 'before' ? 'stroke-dasharray="5 4"' : ''}/>${dots}`;
  };
  return [...(names.before ? [line('before')] : []), line('now')];
}

function bars({ parts, names }: Drawing, x: Place, y: Place, each: number): string[] {
  const series = names.before ? (['now', 'before'] as const) : (['now'] as const);
  const wide = Math.min(36, (each * 0.7) / series.length);
  return parts.flatMap((part, place) =>
    series.map((of, which) => {
      const value = part[of] ?? 0;
      const left = round(x(place) - (wide * series.length) / 2 + wide * which);
      return value > 0
        ? `<rect x="${left}" y="${y(value)}" width="${round(Math.max(1, wide - 1))}" height="${round(y(0) - y(value))}" rx="2" fill="${colors[of]}"/>`
        : '';
    }),
  );
}

const [ring, hole] = [84, 52];

/** A ring of the largest parts; the others are one slice together. */
function donut({ parts, whole }: Drawing): string[] {
  const counted = parts.filter(({ now }) => (now ?? 0) > 0);
  const [named, others] =
    counted.length > slices.length ? [counted.slice(0, slices.length - 1), counted.slice(slices.length - 1)] : [counted, []];
  const sum = (list: readonly Part[]) => list.reduce((total, { now }) => total + (now ?? 0), 0);
  const all = [
    ...named.map(({ name, now }) => ({ name, value: now ?? 0 })),
    ...(others.length > 0 ? [{ name: `${others.length} more`, value: sum(others) }] : []),
  ];
  const total = sum(counted);
  const [cx, cy] = [ring + 6, height / 2];
  const point = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${round(cx + radius * Math.cos(angle))} ${round(cy + radius * Math.sin(angle))}`;
  };
  let before = 0;
  const shapes = all.map(({ name, value }, place) => {
    const [from, to] = [before / total, (before + value) / total];
    before += value;
    // An arc around the whole ends where it begins, and draws nothing.
    const end = to - from >= 1 ? to - 1e-4 : to;
    const large = end - from > 0.5 ? 1 : 0;
    const arc = `M${point(from, ring)}A${ring} ${ring} 0 ${large} 1 ${point(end, ring)}L${point(end, hole)}A${hole} ${hole} 0 ${large} 0 ${point(from, hole)}Z`;
    const row = 30 + place * 23;
    const share = `: ${Math.round((to - from) * 1000) / 10} %`;
    const words = fitWords(name, size, width - cx - ring - 44 - shapeOf(share, size).width) + share;
    return `<path d="${arc}" fill="${slices[place % slices.length]}" stroke="${colors.ground}" stroke-width="1.5"/><rect x="${cx + ring + 22}" y="${row - 9}" width="11" height="11" rx="3" fill="${slices[place % slices.length]}"/>${drawWords(words, { x: cx + ring + 40, y: row + 1, size, color: colors.ink })}`;
  });
  return [...shapes, drawWords(whole, { x: cx, y: cy + 8, size: 22, color: colors.ink, anchor: 'middle' })];
}
