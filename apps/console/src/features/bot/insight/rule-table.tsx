import { Badge, Button } from '@mantine/core';
import type { ClassificationRule } from '@parley/contract';
import { builderPermissions } from '@parley/contract';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { RowActions } from '../shared/row-actions.tsx';
import classes from './insight.module.css';
import { type RuleDraft, rulesQuery, useRemoveRule } from './insight.queries.ts';
import { RuleForm } from './rule-form.tsx';

const newPriority = 100;

/** The rules in the order they are tried. */
export function RuleTable({ botId, days }: { botId: string; days: number }) {
  const say = useWords(botWords.classification);
  const list = useQuery(rulesQuery(botId, days));
  const { mutate: remove } = useRemoveRule(botId);
  const [draft, setDraft] = useState<RuleDraft>();

  const columns = useMemo<DataColumn<ClassificationRule>[]>(() => {
    const handleDelete = async ({ id, name }: ClassificationRule) => {
      if (await confirmDelete('delete', name)) remove(id, { onSuccess: () => showToast('success', say('deleted')) });
    };
    return [
      { id: 'priority', header: say('priority'), align: 'end', width: 80, cell: ({ priority }) => priority },
      { id: 'name', header: say('name'), cell: ({ name }) => <strong>{name}</strong> },
      { id: 'words', header: say('words'), cell: ({ words }) => <Chips texts={words} /> },
      { id: 'intents', header: say('intents'), cell: ({ intents }) => <Chips texts={intents} /> },
      { id: 'department', header: say('department'), cell: ({ department }) => department || '—' },
      {
        id: 'actions',
        header: say('actions'),
        width: 90,
        isPinned: true,
        cell: (rule) => (
          <RowActions
            editLabel={say('edit', { name: rule.name })}
            deleteLabel={say('delete', { name: rule.name })}
            onEdit={() => setDraft(rule)}
            onDelete={() => void handleDelete(rule)}
          />
        ),
      },
    ];
  }, [say, remove]);

  return (
    <Panel
      title={say('rules')}
      text={say('rulesHint')}
      actions={
        <May any={builderPermissions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => setDraft({ name: '', priority: newPriority, words: [], intents: [], department: '' })}
          >
            {say('addRule')}
          </Button>
        </May>
      }
    >
      <DataTable
        label={say('rules')}
        columns={columns}
        rows={list.data?.rules}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconTags} title={say('noRules')} text={say('noRulesText')} />}
      />
      <RuleForm key={draft ? (draft.id ?? 'new') : 'none'} botId={botId} draft={draft} onClose={() => setDraft(undefined)} />
    </Panel>
  );
}

function Chips({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return '—';
  return (
    <span className={classes.chips}>
      {texts.map((text) => (
        <Badge key={text} size="sm" color="gray" tt="none">
          {text}
        </Badge>
      ))}
    </span>
  );
}
