import { ActionIcon, Badge, Button, Group, Menu, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { formatTime } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBinaryTree,
  IconCheck,
  IconCloudOff,
  IconDots,
  IconLayoutSidebarLeftCollapse,
  IconListTree,
  IconNote,
  IconPlayerPlay,
  IconPlus,
  IconSchema,
  IconSearch,
} from '@tabler/icons-react';
import classes from './designer.module.css';
import type { Saving } from './editor/saver.ts';
import { useEditor, useEditorState } from './editor/use-editor.ts';
import type { LeaseState } from './frame/lease.ts';
import type { PanelName } from './shell-context.ts';
import { designerWords } from './words.ts';

type Props = {
  view: 'canvas' | 'outline';
  panel: PanelName | null;
  saving: Saving;
  lease: LeaseState | null;
  canEdit: boolean;
  unpublishedBy: readonly string[];
  counts: { errors: number; warnings: number };
  hasPalette: boolean;
  onView: (view: 'canvas' | 'outline') => void;
  onPanel: (panel: PanelName | null) => void;
  onPalette: () => void;
  onAdd: () => void;
  onNote: () => void;
  onArrange: () => void;
  onKeys: () => void;
  onTakeOver: () => void;
  onSaveAgain: () => void;
};

/** The bar of the designer: the view, the way back, the state of saving, and the panels. */
export function DesignerBar(props: Props) {
  const {
    view,
    panel,
    saving,
    lease,
    canEdit,
    unpublishedBy,
    counts,
    hasPalette,
    onView,
    onPanel,
    onPalette,
    onAdd,
    onNote,
    onArrange,
    onKeys,
    onTakeOver,
    onSaveAgain,
  } = props;
  const say = useWords(designerWords.bar);
  const editor = useEditor();
  const canUndo = useEditorState((state) => state.canUndo);
  const canRedo = useEditorState((state) => state.canRedo);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const toggle = (name: PanelName) => onPanel(panel === name ? null : name);
  const icon = (label: string, Icon: typeof IconSearch, onClick: () => void, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.bar} role="toolbar" aria-label={say('title')}>
      <Group gap={4} wrap="nowrap">
        {view === 'canvas' &&
          !isReadOnly &&
          icon(hasPalette ? say('hidePalette') : say('showPalette'), IconLayoutSidebarLeftCollapse, onPalette)}
        <SegmentedControl
          size="xs"
          aria-label={say('view')}
          value={view}
          onChange={(next) => onView(next === 'outline' ? 'outline' : 'canvas')}
          data={[
            { value: 'outline', label: <ViewLabel Icon={IconListTree} words={say('outline')} /> },
            { value: 'canvas', label: <ViewLabel Icon={IconSchema} words={say('canvas')} /> },
          ]}
        />
        {!isReadOnly && (
          <>
            {icon(say('add'), IconPlus, onAdd)}
            {icon(say('undo'), IconArrowBackUp, () => editor.undo(), !canUndo)}
            {icon(say('redo'), IconArrowForwardUp, () => editor.redo(), !canRedo)}
            {view === 'canvas' && icon(say('arrange'), IconBinaryTree, onArrange)}
          </>
        )}
        {icon(say('find'), IconSearch, () => onPanel('find'))}
      </Group>
      <div className={classes.middle}>
        <SavingText
          saving={saving}
          lease={lease}
          canEdit={canEdit}
          unpublishedBy={unpublishedBy}
          onTakeOver={onTakeOver}
          onSaveAgain={onSaveAgain}
        />
      </div>
      <Group gap={6} wrap="nowrap">
        <Button
          size="xs"
          variant={panel === 'check' ? 'light' : 'subtle'}
          color="gray"
          aria-pressed={panel === 'check'}
          leftSection={counts.errors + counts.warnings === 0 ? <IconCheck size={15} /> : <IconAlertTriangle size={15} />}
          onClick={() => toggle('check')}
        >
          {say('check')}
          {counts.errors > 0 && (
            <Badge size="xs" ms={6} color="red" aria-label={say('errors', { count: counts.errors })}>
              {counts.errors}
            </Badge>
          )}
          {counts.warnings > 0 && (
            <Badge size="xs" ms={4} color="yellow" aria-label={say('warnings', { count: counts.warnings })}>
              {counts.warnings}
            </Badge>
          )}
        </Button>
        <Button size="xs" aria-pressed={panel === 'try'} leftSection={<IconPlayerPlay size={15} />} onClick={() => toggle('try')}>
          {say('try')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={say('more')}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onPanel('settings')}>{say('settings')}</Menu.Item>
            <Menu.Item onClick={() => onPanel('variables')}>{say('variables')}</Menu.Item>
            <Menu.Item onClick={() => onPanel('parts')}>{say('parts')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => onPanel('tests')}>{say('tests')}</Menu.Item>
            <Menu.Item onClick={() => onPanel('compare')}>{say('compare')}</Menu.Item>
            <Menu.Divider />
            {!isReadOnly && view === 'canvas' && (
              <Menu.Item leftSection={<IconNote size={15} />} onClick={onNote}>
                {say('note')}
              </Menu.Item>
            )}
            <Menu.Item onClick={onKeys}>{say('keys')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </div>
  );
}

function ViewLabel({ Icon, words }: { Icon: typeof IconSchema; words: string }) {
  return (
    <Group gap={5} wrap="nowrap">
      <Icon size={14} aria-hidden />
      <span className={classes.viewWord}>{words}</span>
    </Group>
  );
}

function SavingText({
  saving,
  lease,
  canEdit,
  unpublishedBy,
  onTakeOver,
  onSaveAgain,
}: Pick<Props, 'saving' | 'lease' | 'canEdit' | 'unpublishedBy' | 'onTakeOver' | 'onSaveAgain'>) {
  const say = useWords(designerWords.bar);
  if (!canEdit) return <Badge color="gray">{say('readOnly')}</Badge>;
  if (lease && !lease.isMine)
    return (
      <Group gap={8} wrap="nowrap">
        <Text size="sm" truncate>
          {lease.holderName === '' ? say('leaseLost') : say('editing', { name: lease.holderName })}
        </Text>
        <Button size="compact-xs" variant="default" onClick={onTakeOver}>
          {say('takeOver')}
        </Button>
      </Group>
    );
  const words =
    saving.kind === 'saved'
      ? saving.at === null
        ? ''
        : say('saved', { time: formatTime(saving.at) })
      : saving.kind === 'failed'
        ? say('notSaved', { why: saving.text })
        : say(saving.kind);
  return (
    <Group gap={6} wrap="nowrap">
      {saving.kind === 'offline' && <IconCloudOff size={15} aria-hidden />}
      <Text
        size="sm"
        c={saving.kind === 'failed' ? 'red' : 'dimmed'}
        truncate
        role="status"
        title={unpublishedBy.length > 0 ? say('unpublishedBy', { names: unpublishedBy.join(', ') }) : undefined}
      >
        {words}
        {saving.kind === 'saved' && unpublishedBy.length > 0 && (
          <span className={classes.unpublished}> · {say('unpublishedBy', { names: unpublishedBy.join(', ') })}</span>
        )}
      </Text>
      {saving.kind === 'failed' && (
        <Button size="compact-xs" variant="default" onClick={onSaveAgain}>
          {say('again')}
        </Button>
      )}
    </Group>
  );
}
