import type { ConfigOf, Document, LocalText, NodeType } from '@parley/journey';

/**
 * @property text words in the language of whoever builds the stream
 * @property nameOf another node, by its id
 * @property isTitle the summary names the node, wherever others speak of it
 */
export type Summarising = { document: Document; text: (local: LocalText) => string; nameOf: (id: string) => string; isTitle: boolean };

/** Summarises a node of this type in a few words for its card; '' if its name says it. */
export type Summary<Type extends NodeType> = (config: ConfigOf<Type>, summarising: Summarising) => string;

/** Summary of a node that shows its text. */
export const textSummary = ({ text: words }: { text: LocalText }, { text }: Summarising): string => text(words);
