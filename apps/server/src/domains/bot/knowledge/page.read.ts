import { createHash } from 'node:crypto';
import { splitPassages } from '@parley/nlu';
import { readPageText } from './page.text.ts';

export type ReadPage = {
  title: string;
  passages: string[];
  /** Equal for pages of the same text; '' for one without. */
  textKey: string;
  links: string[];
};

export default function read({ source, isHtml, url }: { source: string; isHtml: boolean; url: string }): ReadPage {
  const { title, text, links } = isHtml ? readPageText(source, url) : { title: '', text: source, links: [] };
  const textKey = text.trim() === '' ? '' : createHash('sha256').update(text).digest('base64url');
  return { title, passages: splitPassages(text).map((passage) => passage.text), textKey, links };
}
