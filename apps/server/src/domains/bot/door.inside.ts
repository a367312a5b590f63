/** The door for tests and the demo alone: steps that no other domain takes by itself. */

export type { BotRuntime } from './runtime/runtime.ts';
export { recordTurns, type Turn } from './turn/turn.record.ts';
