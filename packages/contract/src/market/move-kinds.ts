/** Products from which an enterprise can move in. */
export const moveSources = ['chatwoot', 'intercom', 'zendesk', 'listmonk', 'mautic'] as const;
export type MoveSource = (typeof moveSources)[number];

/** Products that are also read from their address. */
export const moveAddressSources = ['chatwoot'] as const;
export const hasMoveAddress = (source: MoveSource): boolean => (moveAddressSources as readonly string[]).includes(source);

export const movePhases = ['reading', 'planning', 'planned', 'running', 'done', 'undoing', 'undone', 'failed', 'discarding'] as const;
export type MovePhase = (typeof movePhases)[number];
/** Phases in which a worker is at it. */
export const busyMovePhases: readonly MovePhase[] = ['reading', 'planning', 'running', 'undoing', 'discarding'];

/** Kinds of what a move brings, in the order in which the plan shows them. */
export const moveKinds = [
  'contact',
  'conversation',
  'message',
  'list',
  'label',
  'reply',
  'optOut',
  'attribute',
  'agent',
  'inbox',
  'team',
  'file',
] as const;
export type MoveKind = (typeof moveKinds)[number];

/** Kinds of records that a move keeps one by one, with what becomes of each. */
export const moveRecordKinds = [
  'contact',
  'agent',
  'inbox',
  'team',
  'label',
  'list',
  'attribute',
  'reply',
  'conversation',
  'message',
  'file',
] as const;
export type MoveRecordKind = (typeof moveRecordKinds)[number];

/** `come`: it will be made; `here`: this enterprise has it; `made`, `joined`, `undone`, `kept`: after the run and the undo. */
export const moveOutcomes = ['read', 'come', 'here', 'drop', 'made', 'joined', 'undone', 'kept'] as const;
export type MoveOutcome = (typeof moveOutcomes)[number];

/** Reasons why a record is dropped, or stays when a move is undone. */
export const moveReasons = [
  '',
  'unreadable',
  'too_large',
  'cut_off',
  'unknown_shape',
  'no_key',
  'no_address',
  'no_time',
  'twice',
  'in_bin',
  'no_conversation',
  'not_mapped',
  'other_text',
  'shortcut_invalid',
  'too_many',
  'not_fetched',
  'changed',
  'used',
  'bin',
  'not_here',
] as const;
export type MoveReason = (typeof moveReasons)[number];

/** Kinds that a person maps to what is here. */
export const moveMapKinds = ['agent', 'inbox', 'team', 'attribute'] as const;
export type MoveMapKind = (typeof moveMapKinds)[number];

const giga = 1024 ** 3;
export const moveLimits = { files: 20, fileBytes: 5 * giga, mapped: 1000, moves: 200 } as const;
export const moveFileTypes = ['json', 'ndjson', 'jsonl', 'csv', 'zip'] as const;
export const moveStages = ['sets', 'labels', 'replies', 'contacts', 'optOuts', 'conversations', 'search'] as const;
