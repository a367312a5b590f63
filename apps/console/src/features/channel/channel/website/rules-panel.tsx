import { Badge, Button, UnstyledButton } from '@mantine/core';
import { type SiteRule, siteShowSteps } from '@parley/contract';
import { IconMessagePlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { RowMenu } from '../../../../components/row-menu.tsx';
import { confirmDelete } from '../../../../lib/dialogs.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useAddressState } from '../../../../lib/use-address-state.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { commonWords } from '../../../../locales/common.ts';
import { RuleForm } from './rule-form.tsx';
import { ShowsDialog } from './shows-dialog.tsx';
import { siteRulesQuery, useOrderRules, useRemoveRule } from './website.queries.ts';
import { WebsiteSearch } from './website.search.ts';

type Props = { channelId: string; canEdit: boolean };
const none: SiteRule[] = [];

/** Rules by which the website speaks first, with what came of them. Each count opens its rows. */
export function RulesPanel({ channelId, canEdit }: Props) {
  const say = useWords(channelWords.website);
  const list = useQuery(siteRulesQuery(channelId));
  const rules = list.data ?? none;
  const { search, change } = useAddressState(WebsiteSearch);
  const [open, setOpen] = useState<{ rule: SiteRule | undefined }>();
  const columns = useColumns({
    channelId,
    canEdit,
    rules,
    onEdit: (rule) => setOpen({ rule }),
    onCount: (rule, step) => change({ rule, step, from: 0 }),
  });
  const shown = rules.find(({ id }) => id === search.rule);
  const add = canEdit ? (
    <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setOpen({ rule: undefined })}>
      {say('addRule')}
    </Button>
  ) : null;
  return (
    <Panel title={say('rules')} text={say('rulesHint')} actions={rules.length > 0 ? add : null}>
      <DataTable
        label={say('rules')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconMessagePlus} title={say('noRules')} text={say('noRulesText')} action={add} />}
      />
      {open ? <RuleForm channelId={channelId} rule={open.rule} onClose={() => setOpen(undefined)} /> : null}
      {search.rule ? (
        <ShowsDialog
          channelId={channelId}
          ruleId={search.rule}
          name={shown?.name ?? ''}
          search={search}
          onChange={change}
          onClose={() => change({ rule: '', step: 'shown', from: 0 })}
        />
      ) : null}
    </Panel>
  );
}

type ColumnsOptions = {
  channelId: string;
  canEdit: boolean;
  rules: readonly SiteRule[];
  onEdit: (rule: SiteRule) => void;
  onCount: (rule: string, step: WebsiteSearch['step']) => void;
};

function useColumns(options: ColumnsOptions): DataColumn<SiteRule>[] {
  const say = useWords(channelWords.website);
  const { channelId, canEdit } = options;
  const latest = useRef(options);
  latest.current = options;
  return useMemo(() => {
    const columns: DataColumn<SiteRule>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: ({ name, isActive }) => (
          <>
            {name}{' '}
            {isActive ? null : (
              <Badge variant="light" color="gray">
                {say('off')}
              </Badge>
            )}
          </>
        ),
      },
      { id: 'page', header: say('page'), cell: ({ conditions: { page } }) => page || say('everyPage') },
      ...siteShowSteps.map((step) => ({
        id: step,
        header: say(step),
        align: 'end' as const,
        isOneLine: true,
        cell: (rule: SiteRule) =>
          rule.counts[step] > 0 ? (
            <UnstyledButton
              td="underline"
              aria-label={say('countOf', { count: rule.counts[step], step: say(step), name: rule.name })}
              onClick={() => latest.current.onCount(rule.id, step)}
            >
              {formatNumber(rule.counts[step])}
            </UnstyledButton>
          ) : (
            0
          ),
      })),
    ];
    if (!canEdit) return columns;
    return [
      ...columns,
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        width: 60,
        cell: (rule) => (
          <RuleMenu channelId={channelId} rule={rule} rules={latest.current.rules} onEdit={() => latest.current.onEdit(rule)} />
        ),
      },
    ];
  }, [say, channelId, canEdit]);
}

type RuleMenuProps = { channelId: string; rule: SiteRule; rules: readonly SiteRule[]; onEdit: () => void };

function RuleMenu({ channelId, rule: { id, name }, rules, onEdit }: RuleMenuProps) {
  const say = useWords(channelWords.website);
  const sayDone = useWords(commonWords.done);
  const remove = useRemoveRule(channelId);
  const order = useOrderRules(channelId);
  const place = rules.findIndex((other) => other.id === id);
  const move = (by: 1 | -1) => {
    const ids = rules.map((rule) => rule.id).filter((other) => other !== id);
    order.mutate(ids.toSpliced(place + by, 0, id), { onError: tellFailure });
  };
  const handleRemove = async () => {
    if (await confirmDelete('delete', name))
      remove.mutate(id, { onSuccess: () => showToast('success', sayDone('deleted')), onError: tellFailure });
  };
  const actions = [
    { label: say('edit'), onClick: onEdit },
    ...(place > 0 ? [{ label: say('moveUp'), onClick: () => move(-1) }] : []),
    ...(place < rules.length - 1 ? [{ label: say('moveDown'), onClick: () => move(1) }] : []),
    { label: say('delete'), isDangerous: true, onClick: () => void handleRemove() },
  ];
  return <RowMenu label={say('actionsOf', { name })} actions={actions} />;
}
