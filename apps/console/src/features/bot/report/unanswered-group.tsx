import { Badge, Button, Collapse, UnstyledButton } from '@mantine/core';
import type { UnansweredGroup } from '@parley/contract';
import { builderPermissions } from '@parley/contract';
import { IconBook, IconChevronDown, IconChevronRight, IconEyeOff, IconPlus, IconTextPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRelative, formatReportDate, formatShare } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import type { ResolveAction } from './resolve-dialog.tsx';
import classes from './unanswered.module.css';

export type UnansweredGroupCardProps = { group: UnansweredGroup; onResolve: (action: ResolveAction) => void; onIgnore: () => void };

/** Messages that say much the same, with what can be done about them. */
export function UnansweredGroupCard({ group, onResolve, onIgnore }: UnansweredGroupCardProps) {
  const say = useWords(botWords.unanswered);
  const [isOpen, setOpen] = useState(false);
  const { label, count, texts, suggestion, lastAt } = group;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton className={classes.groupHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={16} aria-hidden />
        <span className={classes.label}>{label}</span> <Badge color="gray">{say('total', { count })}</Badge>{' '}
        <time className={classes.quiet} dateTime={lastAt} title={formatReportDate(lastAt)}>
          {say('last', { time: formatRelative(lastAt, Date.now(), i18next.language) })}
        </time>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul className={classes.texts}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Collapse>
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {suggestion ? say('suggestion', { name: suggestion.name, share: formatShare(suggestion.confidence, 0) }) : say('noSuggestion')}
        </span>
        <May any={builderPermissions}>
          <fieldset className={classes.actions} aria-label={say('actionsOf', { label })}>
            <Button size="xs" variant="light" leftSection={<IconTextPlus size={14} />} onClick={() => onResolve('intent')}>
              {say('add')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => onResolve('newIntent')}>
              {say('newIntent')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconBook size={14} />} onClick={() => onResolve('knowledge')}>
              {say('knowledge')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" leftSection={<IconEyeOff size={14} />} onClick={onIgnore}>
              {say('ignore')}
            </Button>
          </fieldset>
        </May>
      </div>
    </>
  );
}
