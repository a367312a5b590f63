import { getBezierPath, getSmoothStepPath, Position } from '@xyflow/react';

type Ends = { sourceX: number; sourceY: number; targetX: number; targetY: number };
/** Ends that are nearer than this stand in one row: a way back between their heights would run behind cards, so it runs below both. */
const oneRow = 320;
const below = 120;

/** The line of a way with its middle: a curve ahead, and where it leads back a road around the cards between the two. */
export function pathOf({ sourceX, sourceY, targetX, targetY }: Ends): { path: string; x: number; y: number } {
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition: Position.Right, targetPosition: Position.Left };
  if (targetX >= sourceX) {
    const [path, x, y] = getBezierPath({ ...ends, curvature: 0.32 });
    return { path, x, y };
  }
  const isSameRow = Math.abs(targetY - sourceY) < oneRow;
  const [path, x, y] = getSmoothStepPath({
    ...ends,
    borderRadius: 18,
    offset: 28,
    ...(isSameRow ? { centerY: Math.max(sourceY, targetY) + below } : {}),
  });
  return { path, x, y };
}
