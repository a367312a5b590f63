import { Loader, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './quick-reply-list.module.css';
import type { QuickReplies } from './use-quick-replies.ts';

/** The quick replies above the field. The focus stays in the field, whose active descendant is the marked one. */
export function QuickReplyList({ replies }: { replies: QuickReplies }) {
  const t = useWords(chatWords.conversation);
  const { isOpen, slash, options, active, isLoading, error, listId, optionId, pick } = replies;
  const marked = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked
  useEffect(() => marked.current?.scrollIntoView?.({ block: 'nearest' }), [activeId]);
  if (!isOpen || !slash) return null;
  return (
    <div className={classes.box}>
      {options.length > 0 ? (
        <div className={classes.list} id={listId} role="listbox" aria-label={t('quickReplies')}>
          {options.map((reply) => {
            const isMarked = reply.id === activeId;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
              <div
                key={reply.id}
                id={optionId(reply)}
                ref={isMarked ? marked : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={isMarked}
                className={classes.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void pick(reply, slash)}
              >
                <code className={classes.shortcut}>/{reply.shortcut}</code>
                <span className={classes.text} dir="auto">
                  {reply.text || reply.textHi}
                </span>
              </div>
            );
          })}
        </div>
      ) : (
        <p className={classes.note}>
          {isLoading && !error ? (
            <Loader size={14} aria-label={t('quickReplies')} />
          ) : error ? (
            describeFailure(error).message
          ) : (
            t('quickRepliesNone')
          )}
        </p>
      )}
      <p className={classes.hint} aria-hidden>
        {t('quickRepliesHint')}
      </p>
      <VisuallyHidden role="status">
        {options.length > 0 ? t('quickRepliesFound', { count: options.length }) : isLoading ? '' : t('quickRepliesNone')}
      </VisuallyHidden>
    </div>
  );
}
