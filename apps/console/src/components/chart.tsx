import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { formatNumber } from '../lib/format.ts';
import { late } from '../lib/late.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './chart.module.css';
import type { ChartProps, DonutSlice } from './chart.types.ts';

const LineCanvas = late(() => import('./chart-canvas.tsx').then((module) => module.LineCanvas));
const BarCanvas = late(() => import('./chart-canvas.tsx').then((module) => module.BarCanvas));
const DonutCanvas = late(() => import('./chart-canvas.tsx').then((module) => module.DonutCanvas));

export function LineChart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      <LineCanvas {...props} />
    </ChartFrame>
  );
}

/** A line for each milestone, with its own colour and dash. */
export const MileStoneChart = (props: ChartProps) => <LineChart {...props} emptyAxis="bar" />;

/** Bars side by side, one colour a series. */
export function MultiBarChart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      <BarCanvas {...props} />
    </ChartFrame>
  );
}

type DonutProps = Omit<ChartProps, 'points' | 'series'> & {
  slices: DonutSlice[];
  valueHeader: string;
  /** Written in the middle; the sum when it is left out. */
  centre?: string;
};

export function DonutChart({ slices, centre, ...props }: DonutProps) {
  const points = slices.map((slice) => ({ label: slice.label, value: slice.value }));
  return (
    <ChartFrame {...props} points={points} series={[{ key: 'value', label: props.valueHeader, color: '' }]}>
      <DonutCanvas slices={slices} height={props.height} centre={centre} onOpen={props.onOpen} />
    </ChartFrame>
  );
}

/** The colour of a series, or its line where lines have dashes. */
function LegendKey({ color, dash }: { color: string; dash: string | undefined }) {
  return dash === undefined ? (
    <svg width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="3" fill={color} />
    </svg>
  ) : (
    <svg width="26" height="10" aria-hidden="true">
      <path d="M0 5H26" stroke={color} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}

const write = (value: string | number | null | undefined) => (typeof value === 'number' ? formatNumber(value) : (value ?? '–'));

/** Title, drawing, legend, and the same numbers as a table for those who cannot see the drawing. */
function ChartFrame({ title, note, points, series, labelHeader, height = 220, actions, children }: ChartProps & { children: ReactNode }) {
  const say = useWords(commonWords.block);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <div>
          <Text fw={600} size="sm">
            {title}
          </Text>
          {note ? (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          ) : null}
        </div>
        {actions ??
          (series.length > 1 ? (
            <div className={classes.legend}>
              {series.map((entry) => (
                <span key={entry.key} className={classes.key}>
                  <LegendKey color={`var(--mantine-color-${entry.color.replace('.', '-')})`} dash={entry.dash} />
                  {entry.label}
                </span>
              ))}
            </div>
          ) : null)}
      </figcaption>
      {/* Time runs from left to right in a drawing, whichever way its reader reads. */}
      <div aria-hidden className={classes.canvas} dir="ltr" style={{ minBlockSize: height }}>
        <Suspense fallback={<Skeleton height={height} radius="md" />}>{children}</Suspense>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{say('chartNumbers', { title })}</caption>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              {series.map((entry) => (
                <th key={entry.key} scope="col">
                  {entry.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                {series.map((entry) => (
                  <td key={entry.key}>{write(point[entry.key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
