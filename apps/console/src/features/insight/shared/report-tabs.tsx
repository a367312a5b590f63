import { Tabs } from '@mantine/core';
import { screens } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { useCan } from '../../account/shared/me.ts';

const paths = { boards: '/boards', alerts: '/boards/alerts', mails: '/boards/schedules' } as const;
type Section = keyof typeof paths;

/** Boards, alerts and mails, for those who may see figures of chats; others have boards alone. */
export function ReportTabs({ section }: { section: Section }) {
  const say = useWords(boardWords.list);
  const navigate = useNavigate();
  if (!useCan(screens.chatAnalytics.permissions)) return null;
  return (
    <Tabs value={section} mb="md" onChange={(next) => void navigate({ to: paths[(next ?? 'boards') as Section] })}>
      <Tabs.List aria-label={say('sections')}>
        <Tabs.Tab value="boards">{say('boards')}</Tabs.Tab>
        <Tabs.Tab value="alerts">{say('alerts')}</Tabs.Tab>
        <Tabs.Tab value="mails">{say('mails')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
