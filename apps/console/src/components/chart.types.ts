import type { ReactNode } from 'react';

/** Data of a chart, read by the frame with its table and by the canvas, which arrives later. */
/** @property dash of a line, by which it is known without its colour; '' none */
export type ChartSeries = { key: string; label: string; color: string; dash?: string };
/** null: nothing is known, which is a gap of a line and a dash of the table. */
export type ChartPoint = { label: string; [key: string]: string | number | null };
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
  /** Its empty axis is as high as that of bars or of a line. */
  emptyAxis?: 'line' | 'bar';
  actions?: ReactNode;
  /** Opens what a bar, a point or a slice has counted; the keyboard has the same beside the drawing. */
  onOpen?: (label: string, key: string) => void;
};
export type DonutSlice = { label: string; value: number; color: string };
