import type { FormItem } from '@parley/contract';
import { IconSitemap } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { designerLink } from '../shared/designer-link.ts';
import streamClasses from '../shared/stream.module.css';

/** Streams that ask with the form; each leads to its drawing. */
export function UsesTab({ usedIn }: Pick<FormItem, 'usedIn'>) {
  const say = useWords(formWords.one);
  return (
    <DataTable
      label={say('tab_uses')}
      columns={[
        {
          id: 'name',
          header: say('stream'),
          cell: ({ id, name }) => (
            <Link to="/journey/workspace/$journeyId" params={{ journeyId: id }} className={streamClasses.link}>
              {name}
            </Link>
          ),
        },
        {
          id: 'designer',
          header: say('designer'),
          align: 'end',
          cell: ({ id, name }) => (
            <Link {...designerLink(id)} className={streamClasses.link} aria-label={say('openDesignerOf', { name })}>
              {say('openDesigner')}
            </Link>
          ),
        },
      ]}
      rows={usedIn}
      getRowId={({ id }) => id}
      getRowName={({ name }) => name}
      empty={<EmptyState icon={IconSitemap} title={say('noUses')} text={say('noUsesText')} />}
    />
  );
}
