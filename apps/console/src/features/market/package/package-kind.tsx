import type { PackageKind } from '@parley/contract';
import { type Icon, IconCards, IconForms, IconMessage2, IconSitemap, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';

export const kindIcons: Readonly<Record<PackageKind, Icon>> = {
  card: IconCards,
  template: IconMessage2,
  form: IconForms,
  stream: IconSitemap,
  encap: IconWorld,
};

/** The word for a kind; a kind without one is said as it is written. */
export function useKindWord(): (kind: string) => string {
  const say = useWords(packageWords.kind);
  return (kind) => say(kind as Parameters<typeof say>[0]);
}

/** The name of a thing that a package brought, which leads to its screen. */
export function PartLink({ kind, name, recordId }: { kind: PackageKind; name: string; recordId: string }) {
  const { link = '' } = classes;
  switch (kind) {
    case 'stream':
      return (
        <Link className={link} to="/journey/workspace/$journeyId" params={{ journeyId: recordId }}>
          {name}
        </Link>
      );
    case 'encap':
      return (
        <Link className={link} to="/encaps/$encapId" params={{ encapId: recordId }}>
          {name}
        </Link>
      );
    case 'form':
      return (
        <Link className={link} to="/encaps/forms/$formId" params={{ formId: recordId }}>
          {name}
        </Link>
      );
    case 'card':
      return (
        <Link className={link} to="/admin/richcard/$cardId" params={{ cardId: recordId }}>
          {name}
        </Link>
      );
    case 'template':
      return (
        <Link className={link} to="/admin/messageTemplate/whatsapp/$templateId" params={{ templateId: recordId }}>
          {name}
        </Link>
      );
  }
}
