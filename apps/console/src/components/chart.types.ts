import type { ReactNode } from 'react';

/** What a chart draws; the frame with its table and the canvas, which arrives later, both read it. */
export type ChartSeries = { key: string; label: string; color: string };
export type ChartPoint = { label: string; [key: string]: string | number };
export type ChartProps = {
  title: string;
  /** Written under the title: unit and the range it covers. */
  note?: ReactNode;
  points: ChartPoint[];
  series: ChartSeries[];
  labelHeader: string;
  /** How many labels the axis leaves out after each one it shows; by the number of points when it is left out. */
  labelInterval?: number;
  height?: number;
  actions?: ReactNode;
};
export type DonutSlice = { label: string; value: number; color: string };
