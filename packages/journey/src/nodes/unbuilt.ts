import type { NodeType } from './kinds.ts';

/**
 * The list of kinds that the engine cannot run yet, and that have no run.ts: the palette does not offer them, a stream with one is not published,
 * and a walk leaves one by `error`. It stands apart from the list of all kinds, which the designer's first chunk does without.
 */
export const unbuiltTypes = ['input.form'] as const satisfies readonly NodeType[];
export type UnbuiltType = (typeof unbuiltTypes)[number];
export const isUnbuilt = (type: NodeType): type is UnbuiltType => (unbuiltTypes as readonly NodeType[]).includes(type);
