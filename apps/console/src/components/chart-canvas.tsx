import { BarChart, DonutChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatNumber } from '../lib/format.ts';
import type { ChartProps, DonutSlice } from './chart.types.ts';
import { axisMax, labelInterval } from './chart-labels.ts';

const valuesOf = ({ points, series }: ChartProps) => points.flatMap((point) => series.map(({ key }) => Number(point[key]) || 0));
const toSeries = (series: ChartProps['series']) => series.map(({ key, label, color }) => ({ name: key, label, color }));
const write = (value: number) => formatNumber(value);
const common = (props: ChartProps) => ({
  valueFormatter: write,
  h: props.height ?? 220,
  data: props.points,
  dataKey: 'label',
  series: toSeries(props.series),
  tickLine: 'none' as const,
  gridAxis: 'x' as const,
  strokeDasharray: '0',
  gridColor: 'var(--app-line)',
  textColor: 'dimmed',
  xAxisProps: {
    interval: props.labelInterval ?? labelInterval(props.points.length),
    tickMargin: 8,
    fontSize: 11,
    padding: { right: 14, left: 4 },
  },
});

export function LineCanvas(props: ChartProps) {
  return (
    <LineChart
      // The drawing is hidden from readers, who get the table of numbers; so nothing in it may take the focus.
      lineChartProps={{ accessibilityLayer: false }}
      {...common(props)}
      curveType="monotone"
      strokeWidth={2}
      withDots={props.points.length <= 31}
      dotProps={{ r: 2.5, strokeWidth: 1.5 }}
      activeDotProps={{ r: 4 }}
      yAxisProps={{ domain: [0, axisMax('line', valuesOf(props))], width: 44, fontSize: 11, allowDecimals: false }}
    />
  );
}

export function BarCanvas(props: ChartProps) {
  return (
    <BarChart
      barChartProps={{ accessibilityLayer: false }}
      {...common(props)}
      maxBarWidth={26}
      barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
      yAxisProps={{ domain: [0, axisMax('bar', valuesOf(props))], width: 36, fontSize: 11, allowDecimals: false }}
    />
  );
}

export function DonutCanvas({ slices, height = 180 }: { slices: DonutSlice[]; height?: number | undefined }) {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const data =
    total > 0 ? slices.map(({ label, value, color }) => ({ name: label, value, color })) : [{ name: '', value: 1, color: 'gray.4' }];
  return (
    <DonutChart
      data={data}
      size={height}
      thickness={22}
      paddingAngle={total > 0 ? 2 : 0}
      withTooltip={total > 0}
      chartLabel={formatNumber(total)}
      valueFormatter={write}
      mx="auto"
    />
  );
}
