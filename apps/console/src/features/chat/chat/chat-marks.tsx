import { Button, CopyButton, Menu, MultiSelect, Tooltip } from '@mantine/core';
import { type ChatDetail, type ChatMark, chatPriorities, chatStates, mostChatLabels } from '@parley/contract';
import { IconCheck, IconCopy, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { chatLabelsQuery } from '../shared/chat.queries.ts';
import { useSaveLabels, useSavePriority } from './chat.mutations.ts';
import classes from './customer-panel.module.css';

/** A key has asked for a part of the panel. */
export type PanelQuestion = 'labels' | 'priority' | 'why';

const shown = (number: string): string => `#${number}`;

export async function copyNumber(number: string, t: ChatSay): Promise<void> {
  try {
    await navigator.clipboard.writeText(shown(number));
    showToast('success', t('numberCopied', { number: shown(number) }));
  } catch {
    showToast('error', t('numberNotCopied', { number: shown(number) }));
  }
}

/** The number of the chat that people say; nothing for one without. */
export function ChatNumber({ number }: { number: string }) {
  const t = useWords(chatWords.conversation);
  if (number === '') return null;
  return (
    <CopyButton value={shown(number)}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('numberCopied', { number: shown(number) }) : t('copyNumber')}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes.chatNumber}
            aria-label={t('copyNumberOf', { number: shown(number) })}
            rightSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {shown(number)}
          </Button>
        </Tooltip>
      )}
    </CopyButton>
  );
}

type Props = { chat: ChatDetail; canMark: boolean; asked: PanelQuestion | undefined; onAnswered: () => void };

/** Labels and priority of a chat, changed where they stand. */
export function ChatMarks({ chat, canMark, asked, onAnswered }: Props) {
  const t = useWords(chatWords.conversation);
  const isOpen = chat.state !== chatStates.closed && chat.state !== chatStates.missed;
  return (
    <section className={classes.panelSection}>
      <h3>{t('labelsAndPriority')}</h3>
      <LabelPicker chat={chat} canMark={canMark} isAsked={asked === 'labels'} onAnswered={onAnswered} />
      <PriorityMenu chat={chat} isOpenChat={isOpen} isAsked={asked === 'priority'} onAnswered={onAnswered} />
    </section>
  );
}

type PartProps = { chat: ChatDetail; isAsked: boolean; onAnswered: () => void };

function LabelPicker({ chat, canMark, isAsked, onAnswered }: PartProps & { canMark: boolean }) {
  const t = useWords(chatWords.conversation);
  const field = useRef<HTMLInputElement>(null);
  const { data: offered } = useQuery({ ...chatLabelsQuery(chat.chatId), enabled: canMark });
  const { mutate: save } = useSaveLabels(chat.chatId);
  // A retired label stays where it is, and is not offered to others.
  const known = new Map<string, ChatMark>([...chat.labels, ...(offered ?? [])].map(({ id, name, colour }) => [id, { id, name, colour }]));
  const isShown = canMark && known.size > 0;
  useEffect(() => {
    if (!isAsked || !isShown) return;
    field.current?.focus();
    onAnswered();
  }, [isAsked, isShown, onAnswered]);
  if (!isShown) return <p className={classes.panelText}>{labelWords(chat) || t('labelNone')}</p>;
  return (
    <MultiSelect
      ref={field}
      size="xs"
      w="100%"
      aria-label={t('labels')}
      placeholder={chat.labels.length === 0 ? t('labelAdd') : ''}
      searchable
      hidePickedOptions
      maxValues={mostChatLabels}
      nothingFoundMessage={t('labelNoneLeft')}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chat.labels.map(({ id }) => id)}
      onChange={(ids) => save(ids.flatMap((id) => known.get(id) ?? []))}
    />
  );
}

const labelWords = ({ labels, tag }: ChatDetail): string => labels.map(({ name }) => name).join(', ') || tag;

const priorities = Array.from({ length: chatPriorities.highest - chatPriorities.lowest + 1 }, (_, index) => chatPriorities.highest - index);

function PriorityMenu({ chat, isOpenChat, isAsked, onAnswered }: PartProps & { isOpenChat: boolean }) {
  const t = useWords(chatWords.conversation);
  const { mutate: save } = useSavePriority(chat.chatId);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    onAnswered();
  }, [isAsked, onAnswered]);
  const name = t('priorityIs', { priority: chat.priority });
  if (!isOpenChat) return <p className={classes.panelText}>{name}</p>;
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={200}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconFlag size={14} aria-hidden />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {priorities.map((priority) => (
          <Menu.Item
            key={priority}
            aria-current={priority === chat.priority || undefined}
            rightSection={priority === chat.priority ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => save(priority)}
          >
            {describePriority(priority, t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function describePriority(priority: number, t: ChatSay): string {
  if (priority === chatPriorities.highest) return t('priorityHighest', { priority });
  if (priority === chatPriorities.usual) return t('priorityUsual', { priority });
  return priority === chatPriorities.lowest ? t('priorityLowest', { priority }) : String(priority);
}
