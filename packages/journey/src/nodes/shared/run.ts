import type { NodeOf } from '../../document/node.ts';
import type { Said } from '../../engine/said.ts';
import type { Wait } from '../../engine/state.ts';
import type { Outcome, Turn } from '../../engine/turn.ts';
import type { Value } from '../../expression/value.ts';
import type { NodeType } from '../kinds.ts';
import type { Option } from './options.ts';

export type AnswerWait = Wait & { kind: 'answer' };
/** @property status of HTTP; 0: none @property isSecret the call carried what may not be shown, and its answer is shown as little */
export type CallAnswer = { isDone: boolean; status: number; value: Value; isSecret: boolean };

/** A kind of node in the engine. @throws NodeFault for what it cannot do, which leaves by `error` */
export type Run<Type extends NodeType> = {
  /** Does the work of the node */
  run(turn: Turn, node: NodeOf<Type>): Outcome;
  /** Handles what a customer says to its open question; left out: it asks nothing */
  said?(turn: Turn, node: NodeOf<Type>, wait: AnswerWait, said: Said): Outcome;
  /** Asks its open question once more. @returns why it does not; undefined: it waits as before */
  repeat?(turn: Turn, node: NodeOf<Type>, page: number): Outcome | undefined;
  /** Handles the answer of its call; left out: it calls nobody */
  answered?(turn: Turn, node: NodeOf<Type>, answer: CallAnswer): Outcome;
  /** Choices that it offers; left out: none */
  options?(turn: Turn, node: NodeOf<Type>): Option[];
};
