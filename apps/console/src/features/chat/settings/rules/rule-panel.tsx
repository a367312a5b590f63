import { ActionIcon, Badge, Button, Group, Menu, Switch, VisuallyHidden } from '@mantine/core';
import type { ChatRule } from '@parley/contract';
import { IconBolt, IconDots, IconGripVertical, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { confirmDelete } from '../../../../lib/dialogs.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useRowMove } from '../../../../lib/use-row-move.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import { commonWords } from '../../../../locales/common.ts';
import { departmentsQuery } from '../../../account/shared/departments.ts';
import { useMe } from '../../../account/shared/me.ts';
import classes from '../settings.module.css';
import { rulesQuery, useOrderRules, useRemoveRule, useSaveRule } from './rule.queries.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleTrialDialog } from './rule-trial.tsx';

export type RulePanelProps = {
  /** Shows the rules that chats of this department may come under; '': all of them, which can be put into an order */
  deptId: string;
  isReadOnly: boolean;
};
const none: readonly ChatRule[] = [];
type Open = { rule: ChatRule | undefined } | 'trial';

/** The rules of chats, in the order in which they are asked. */
export function RulePanel({ deptId, isReadOnly }: RulePanelProps) {
  const say = useWords(chatRuleWords.rule);
  const reachesAll = useMe()?.dataScope === 'enterprise';
  const list = useQuery(rulesQuery);
  const rules = list.data ?? none;
  const rows = deptId === '' ? list.data : list.data?.filter((rule) => rule.deptId === '' || rule.deptId === deptId);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { mutate: order } = useOrderRules();
  const moves = useRowMove({
    rows: rules,
    sayMoved: (place) => say('moved', place),
    onMove: (id, index) => {
      const ids = rules.map((rule) => rule.id).filter((other) => other !== id);
      order(ids.toSpliced(index, 0, id), { onError: tellFailure });
    },
  });
  // The order is one of the whole enterprise.
  const isMovable = deptId === '' && reachesAll && !isReadOnly;
  const columns = useColumns({ rules, moves, isMovable, isReadOnly, reachesAll, onOpen: setOpen });
  const add = isReadOnly ? null : (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ rule: undefined })}>
      {say('add')}
    </Button>
  );
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpen('trial')}>
        {say('try')}
      </Button>
      {add}
    </Group>
  );
  return (
    <Panel title={say('title')} text={say('hint')} actions={rules.length > 0 ? actions : null}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        getRowProps={({ id }) => ({ className: classes.labelRow, ...(isMovable ? moves.rowProps(id) : {}) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconBolt} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      <VisuallyHidden aria-live="assertive">{moves.spoken}</VisuallyHidden>
      {open === 'trial' ? <RuleTrialDialog onClose={close} /> : null}
      {open && open !== 'trial' ? <RuleForm deptId={deptId} rule={open.rule} reachesAll={reachesAll} onClose={close} /> : null}
    </Panel>
  );
}

type ColumnsOptions = {
  rules: readonly ChatRule[];
  moves: ReturnType<typeof useRowMove>;
  isMovable: boolean;
  isReadOnly: boolean;
  reachesAll: boolean;
  onOpen: (open: Open) => void;
};

function useColumns({ rules, moves, isMovable, isReadOnly, reachesAll, onOpen }: ColumnsOptions): DataColumn<ChatRule>[] {
  const say = useWords(chatRuleWords.rule);
  const sayEvent = useWords(chatRuleWords.event);
  const sayAct = useWords(chatRuleWords.act);
  const { data: departments } = useQuery(departmentsQuery);
  // Columns that change are drawn anew with all their cells: the handle would lose the focus, and a drag its element.
  const latest = useRef({ rules, moves });
  latest.current = { rules, moves };
  return useMemo(() => {
    const nameOf = (deptId: string) => departments?.find(({ id }) => id === deptId)?.name ?? '';
    // Rules of all departments are the enterprise's to change.
    const isOwn = ({ deptId }: ChatRule) => !isReadOnly && (reachesAll || deptId !== '');
    const columns: DataColumn<ChatRule>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (rule) => (
          <span className={classes.labelName}>
            {isMovable ? (
              <ActionIcon
                {...latest.current.moves.handleProps(rule)}
                className={classes.handle}
                aria-label={say('drag', { name: rule.name })}
                title={say('dragHint')}
              >
                <IconGripVertical size={15} />
              </ActionIcon>
            ) : null}
            <span>{rule.name}</span>
            {asksGone(rule) ? <Badge color="orange">{say('asksGone')}</Badge> : null}
          </span>
        ),
      },
      { id: 'department', header: say('department'), cell: ({ deptId }) => (deptId === '' ? say('allDepartments') : nameOf(deptId)) },
      {
        id: 'event',
        header: say('event'),
        cell: ({ event, waitMinutes }) => (event === 'waits' ? say('whenOf', { minutes: waitMinutes }) : sayEvent(event)),
      },
      { id: 'does', header: say('does'), cell: ({ acts }) => acts.map(({ kind }) => sayAct(kind)).join(', ') },
      { id: 'isOn', header: say('isOn'), cell: (rule) => <RuleSwitch rule={rule} isDisabled={!isOwn(rule)} /> },
    ];
    if (isReadOnly) return columns;
    const actions: DataColumn<ChatRule> = {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      width: 60,
      cell: (rule) =>
        isOwn(rule) ? (
          <RuleMenu
            rule={rule}
            rules={latest.current.rules}
            isMovable={isMovable}
            onEdit={() => onOpen({ rule })}
            onMove={(by) => latest.current.moves.move(rule.id, by)}
          />
        ) : null,
    };
    return [...columns, actions];
  }, [say, sayEvent, sayAct, departments, isMovable, isReadOnly, reachesAll, onOpen]);
}

/** Tells whether a rule asks an attribute that is gone: such a condition does not hold. */
const asksGone = ({ groups, names }: ChatRule): boolean =>
  groups.some(({ conditions }) => conditions.some((one) => one.fact === 'attribute' && !names.some(({ id }) => id === one.attributeId)));

/** Switches a rule at once; all else of it stays. */
function RuleSwitch({ rule, isDisabled }: { rule: ChatRule; isDisabled: boolean }) {
  const say = useWords(chatRuleWords.rule);
  const { mutate: save, isPending } = useSaveRule();
  const { names: _names, order: _order, ...saved } = rule;
  return (
    <Switch
      aria-label={say('switch', { name: rule.name })}
      checked={rule.isOn}
      disabled={isDisabled || isPending}
      onChange={(event) => save({ ...saved, deptId: saved.deptId as '', isOn: event.currentTarget.checked }, { onError: tellFailure })}
    />
  );
}

type RuleMenuProps = {
  rule: ChatRule;
  rules: readonly ChatRule[];
  isMovable: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
};

function RuleMenu({ rule: { id, name }, rules, isMovable, onEdit, onMove }: RuleMenuProps) {
  const say = useWords(chatRuleWords.rule);
  const sayDone = useWords(commonWords.done);
  const { mutate: remove } = useRemoveRule();
  const place = rules.findIndex((other) => other.id === id);
  const handleRemove = async () => {
    if (!(await confirmDelete('delete', name))) return;
    remove(id, { onSuccess: () => showToast('success', sayDone('deleted')), onError: tellFailure });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={say('actionsOf', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{say('edit')}</Menu.Item>
        {isMovable ? (
          <>
            <Menu.Item disabled={place === 0} onClick={() => onMove(-1)}>
              {say('moveUp')}
            </Menu.Item>
            <Menu.Item disabled={place === rules.length - 1} onClick={() => onMove(1)}>
              {say('moveDown')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item color="red" onClick={() => void handleRemove()}>
          {say('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
