import type { ReactNode } from 'react';

/** Quiet drawings for slides without a picture: channels meeting, a handover, a rising figure. */
export function BannerArt({ index }: { index: number }) {
  const drawings = [<Channels key="channels" />, <Handover key="handover" />, <Figures key="figures" />];
  return (
    <svg viewBox="0 0 420 300" width="100%" height="100%" style={{ maxInlineSize: 480 }} role="presentation">
      {drawings[index % drawings.length]}
    </svg>
  );
}

const line = 'rgb(255 255 255 / 30%)';
const glass = 'rgb(255 255 255 / 11%)';
const bright = 'rgb(255 255 255 / 86%)';

function Bubble({
  x,
  y,
  width,
  lines,
  isMine = false,
}: {
  x: number;
  y: number;
  width: number;
  lines: number[];
  isMine?: boolean;
}): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={width} height={22 + lines.length * 14} rx="13" fill={isMine ? bright : glass} stroke={isMine ? 'none' : line} />
      {lines.map((length, at) => (
        <rect
          key={length}
          x="15"
          y={15 + at * 14}
          width={length}
          height="6"
          rx="3"
          fill={isMine ? 'rgb(10 20 30 / 42%)' : 'rgb(255 255 255 / 52%)'}
        />
      ))}
    </g>
  );
}

function Channels() {
  const spots = [
    [56, 60],
    [46, 150],
    [70, 240],
    [364, 60],
    [374, 150],
    [350, 240],
  ] as const;
  return (
    <g>
      {spots.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <path
            d={`M${x} ${y} C ${(x + 210) / 2} ${y}, ${(x + 210) / 2} 150, 210 150`}
            fill="none"
            stroke={line}
            strokeWidth="1.5"
            strokeDasharray="3 5"
          />
          <circle cx={x} cy={y} r="21" fill={glass} stroke={line} />
          <rect x={x - 8} y={y - 6} width="16" height="10" rx="4" fill="rgb(255 255 255 / 70%)" />
        </g>
      ))}
      <rect x="152" y="104" width="116" height="92" rx="20" fill={bright} />
      <rect x="172" y="128" width="76" height="7" rx="3.5" fill="rgb(10 20 30 / 45%)" />
      <rect x="172" y="146" width="56" height="7" rx="3.5" fill="rgb(10 20 30 / 30%)" />
      <rect x="172" y="164" width="66" height="7" rx="3.5" fill="rgb(10 20 30 / 30%)" />
    </g>
  );
}

function Handover() {
  return (
    <g>
      <Bubble x={48} y={34} width={188} lines={[140, 96]} />
      <Bubble x={184} y={104} width={188} lines={[150, 110]} isMine />
      <Bubble x={48} y={174} width={160} lines={[118]} />
      <circle cx="352" cy="214" r="26" fill={glass} stroke={line} />
      <circle cx="352" cy="207" r="8" fill={bright} />
      <path d="M337 229c3-9 27-9 30 0" fill={bright} />
      <path d="M228 214h82m-9-8 9 8-9 8" fill="none" stroke={bright} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </g>
  );
}

function Figures() {
  const heights = [54, 82, 66, 112, 96, 142, 170];
  return (
    <g>
      <rect x="44" y="30" width="332" height="238" rx="18" fill={glass} stroke={line} />
      {heights.map((height, at) => (
        <rect
          key={height}
          x={74 + at * 40}
          y={240 - height}
          width="22"
          height={height}
          rx="6"
          fill={at === 6 ? bright : 'rgb(255 255 255 / 34%)'}
        />
      ))}
      <path
        d="M85 170 125 148 165 158 205 110 245 120 285 78 325 52"
        fill="none"
        stroke={bright}
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="325" cy="52" r="5" fill={bright} />
    </g>
  );
}
