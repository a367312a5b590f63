import { BarChart, DonutChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { Dot } from 'recharts';
import { formatNumber } from '../lib/format.ts';
import type { ChartProps, DonutSlice } from './chart.types.ts';
import { axisMax, labelInterval } from './chart-labels.ts';

const valuesOf = ({ points, series }: ChartProps) => points.flatMap((point) => series.map(({ key }) => Number(point[key]) || 0));
const toSeries = (series: ChartProps['series']) =>
  series.map(({ key, label, color, dash }) => ({ name: key, label, color, ...(dash ? { strokeDasharray: dash } : {}) }));
const write = (value: number | null) => (value === null ? '–' : formatNumber(value));
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
    // Every second or third label is drawn where all would lie over each other, as on a phone.
    interval: props.labelInterval ?? (labelInterval(props.points.length) || ('equidistantPreserveStart' as const)),
    minTickGap: 8,
    tickMargin: 8,
    fontSize: 11,
    padding: { right: 14, left: 4 },
  },
});

/** A drawn bar or point, as the drawing tells it. */
type Drawn = { payload?: { label?: string } };

export function LineCanvas(props: ChartProps) {
  const { onOpen } = props;
  const hasGaps = props.points.some((point) => props.series.some(({ key }) => point[key] === null));
  return (
    <LineChart
      // The drawing is hidden from readers, who get the table of numbers; so nothing in it may take the focus.
      lineChartProps={{ accessibilityLayer: false }}
      {...common(props)}
      curveType="monotone"
      strokeWidth={2}
      connectNulls={false}
      // A point between two gaps has no line.
      withDots={hasGaps || props.points.length <= 31}
      dotProps={{ r: 2.5, strokeWidth: 1.5 }}
      activeDotProps={{ r: 4 }}
      // The drawing hands no point to the handlers of a dot that it makes itself.
      lineProps={({ name = '' }) =>
        onOpen ? { activeDot: (dot: DrawnPoint) => <OpeningDot {...dot} onOpen={(label) => onOpen(label, name)} /> } : {}
      }
      yAxisProps={{ domain: [0, axisMax(props.emptyAxis ?? 'line', valuesOf(props))], width: 44, fontSize: 11, allowDecimals: false }}
    />
  );
}

type DrawnPoint = Drawn & { cx?: number; cy?: number; fill?: string };

/** The dot under the pointer, around which a finger finds more room than is drawn. */
function OpeningDot({ cx, cy, fill, payload, onOpen }: DrawnPoint & { onOpen: (label: string) => void }) {
  return (
    <Dot
      className="recharts-dot"
      cx={cx}
      cy={cy}
      r={4}
      fill={fill}
      stroke="transparent"
      strokeWidth={14}
      cursor="pointer"
      onClick={() => onOpen(payload?.label ?? '')}
    />
  );
}

export function BarCanvas(props: ChartProps) {
  const { onOpen } = props;
  return (
    <BarChart
      barChartProps={{ accessibilityLayer: false }}
      {...common(props)}
      maxBarWidth={26}
      barProps={({ name = '' }) => ({
        radius: [4, 4, 0, 0],
        isAnimationActive: false,
        ...(onOpen ? { cursor: 'pointer', onClick: (bar: unknown) => onOpen((bar as Drawn).payload?.label ?? '', name) } : {}),
      })}
      yAxisProps={{ domain: [0, axisMax('bar', valuesOf(props))], width: 36, fontSize: 11, allowDecimals: false }}
    />
  );
}

type DonutCanvasProps = {
  slices: DonutSlice[];
  height?: number | undefined;
  centre?: string | undefined;
  onOpen?: ChartProps['onOpen'];
};

export function DonutCanvas({ slices, height = 180, centre, onOpen }: DonutCanvasProps) {
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
      chartLabel={centre ?? formatNumber(total)}
      pieChartProps={{ accessibilityLayer: false }}
      pieProps={{
        // Nothing in the drawing takes the focus.
        rootTabIndex: -1,
        ...(onOpen && total > 0
          ? { cursor: 'pointer', onClick: ({ name }: { name?: unknown }) => onOpen(String(name ?? ''), 'value') }
          : {}),
      }}
      valueFormatter={write}
      mx="auto"
    />
  );
}
