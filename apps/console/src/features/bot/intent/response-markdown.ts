import { Link } from '@mantine/tiptap';
import type { Extensions } from '@tiptap/core';
import { Markdown } from '@tiptap/markdown';
import { StarterKit } from '@tiptap/starter-kit';
import { Marked } from 'marked';

/**
 * Extensions of the answer editor. Markdown has no underline. Each editor gets its own `marked`, since tokenizers of one would otherwise
 * swallow text of another.
 */
export const responseExtensions = (): Extensions => [
  StarterKit.configure({ link: false, underline: false }),
  Link,
  Markdown.configure({ marked: new Marked() as never }),
];

/** Names in {{braces}} as they were typed: the editor escapes their underscores and what else markdown would read. */
export const keepParameters = (markdown: string): string =>
  markdown.replace(/\{\{[^{}]*\}\}/g, (name) =>
    name.replaceAll('\\', '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
