import { Button, Group, Modal, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Macro } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { macrosOfChat } from '../shared/macros-of-chat.ts';
import { startMacro } from '../shared/start-macro.ts';
import classes from './macro-menu.module.css';

type Props = { chatId: string; onClose: () => void; onOwn: () => void };

/** The macros of a chat: each is called by its letter, or chosen with the arrows. */
export function MacroMenu({ chatId, onClose, onOwn }: Props) {
  const say = useWords(chatMacroWords.macro);
  const { data, error, refetch } = useQuery(macrosOfChat(chatId));
  const client = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const choose = (macro: Macro) => {
    onClose();
    void startMacro(client, chatId, macro);
  };
  const handleKey = (event: KeyboardEvent) => {
    // The M that opened the menu may still be held down.
    if (event.repeat && (event.key.length === 1 || event.key === 'Enter')) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // Two macros may have one letter: the own one comes first in the list, then that of the department.
    const macro = data?.find(({ letter }) => letter !== '' && letter === event.key.toLowerCase());
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (macro) choose(macro);
    else if (event.key === 'ArrowDown') buttons[Math.min(buttons.length - 1, at + 1)]?.focus();
    else if (event.key === 'ArrowUp') buttons[Math.max(0, at - 1)]?.focus();
    else return;
    event.preventDefault();
  };
  const hear = useRef(handleKey);
  hear.current = handleKey;
  // Keys are heard wherever the focus is: it comes into the menu a moment later, and a letter may follow the M faster.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => hear.current(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  return (
    <Modal opened onClose={onClose} title={say('run')} size="sm" returnFocus={false}>
      <Stack gap="sm">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton height={80} />}
        {data?.length === 0 ? <Text size="sm">{say('runNone')}</Text> : null}
        {data && data.length > 0 ? (
          <>
            <Text size="xs" c="dimmed">
              {say('runHint')}
            </Text>
            <div ref={list} className={classes.list}>
              {data.map((macro, place) => (
                <UnstyledButton
                  key={macro.id}
                  className={classes.row}
                  data-autofocus={place === 0 || undefined}
                  onClick={() => choose(macro)}
                >
                  <kbd className={classes.key}>{macro.letter.toUpperCase()}</kbd>
                  <span className={classes.name}>{macro.name}</span>
                  <span className={classes.scope}>
                    {say(macro.scope === 'own' ? 'mine' : macro.scope === 'department' ? 'ofDepartment' : 'ofAll')} ·{' '}
                    {say('stepsOf', { count: macro.steps.length })}
                  </span>
                </UnstyledButton>
              ))}
            </div>
          </>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={onOwn} data-autofocus={data?.length === 0 || undefined}>
            {say('own')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
