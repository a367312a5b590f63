import type { ReactNode } from 'react';

/** Data of a chart, read by the frame with its table and by the canvas, which arrives later. */
export type ChartSeries = { key: string; label: string; color: string };
export type ChartPoint = { label: string; [key: string]: string | number };
export type ChartProps = {
  title: string;
  /** Written under the title: unit and the range it covers. */
  note?: ReactNode;
  points: ChartPoint[];
  series: ChartSeries[];
  labelHeader: string;
  /** Number of labels that the axis leaves out after each shown one; undefined: by the number of points. */
  labelInterval?: number;
  height?: number;
  actions?: ReactNode;
};
export type DonutSlice = { label: string; value: number; color: string };
