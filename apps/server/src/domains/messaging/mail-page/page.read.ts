import { cleanPage } from './page.clean.ts';

/** Runs in a confined process: pages of mails that a vendor has passed on. */
export default function* read({ pages }: { pages: readonly string[] }): Generator<string> {
  for (const html of pages) yield cleanPage(html);
}
