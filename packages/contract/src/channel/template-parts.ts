import type { TemplateComponent } from './template-components.ts';

type Of<T extends TemplateComponent['type']> = Extract<TemplateComponent, { type: T }>;

/** One component of a kind; a template has each at most once. */
export const partOf = <T extends TemplateComponent['type']>(components: readonly TemplateComponent[], type: T): Of<T> | undefined =>
  components.find((component): component is Of<T> => component.type === type);

export const charactersOf = (text: string): number => [...text].length;

/** Format of a template in lists: its kind of header, or that it has cards. */
export type TemplateFormat = 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'CAROUSEL' | 'CARD';
export function formatOf(components: readonly TemplateComponent[]): TemplateFormat {
  const cards = partOf(components, 'CAROUSEL')?.cards.length ?? 0;
  if (cards > 0) return cards === 1 ? 'CARD' : 'CAROUSEL';
  const format = partOf(components, 'HEADER')?.format ?? 'NONE';
  return format === 'NONE' ? 'TEXT' : format;
}

/** Tells whether the sender must choose media for the header. */
export function mediaFormatOf(components: readonly TemplateComponent[]): 'IMAGE' | 'VIDEO' | 'DOCUMENT' | undefined {
  const format = partOf(components, 'HEADER')?.format;
  return format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT' ? format : undefined;
}
