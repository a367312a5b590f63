import { Button, Group, Loader, Pill, Select } from '@mantine/core';
import { type ConversationRow, conversationPage, reportScopes } from '@parley/contract';
import { IconDownload, IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { exportList } from '../../../lib/exports.ts';
import { formatDay, getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { offsetMs } from '../../../lib/wall-time.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { RemainingIntents } from './remaining-intents.tsx';
import classes from './report.module.css';
import { downloadPath, type MessageFilter, messagesQuery, type ReportRange } from './report.queries.ts';
import type { ConversationReportSearch } from './report.search.ts';
import { useKept } from './use-kept.ts';
import { useMessageColumns } from './use-message-columns.tsx';

export type ConversationsTabProps = {
  range: ReportRange;
  search: ConversationReportSearch;
  onFilter: (part: Partial<ConversationReportSearch>) => void;
};

/** A form has words of the language that is spoken when it is drawn. */
const openOthers = (row: ConversationRow) =>
  void openDialog({ type: 'RemainingIntent', title: botWords.report('otherIntents'), form: () => <RemainingIntents row={row} /> });

/** Messages of the range with their answers; a row opens the intents that came next. */
export function ConversationsTab({ range, search, onFilter }: ConversationsTabProps) {
  const say = useWords(botWords.report);
  const { scope, session, intent, person, day, from } = search;
  const filter: MessageFilter = { ...range, ...(day ? { start: day, end: day } : {}), scope, session, intent, person };
  const list = useQuery(messagesQuery(filter, from));
  const page = useKept(list.data) ?? (list.isError ? { messages: [], more: false } : undefined);
  const rows = page?.messages;
  const hasMore = page?.more ?? false;
  const columns = useMessageColumns(openOthers);
  const narrowed = [
    day ? { key: 'day', label: say('onDay', { day: formatDay(day) }) } : undefined,
    session ? { key: 'session', label: say('oneConversation') } : undefined,
    intent ? { key: 'intent', label: say('oneIntent', { name: rows?.[0]?.intent ?? '' }) } : undefined,
    person ? { key: 'person', label: say('onePerson') } : undefined,
  ].filter((one) => one !== undefined);
  const handleDownload = () =>
    void exportList('conversations', downloadPath(filter, Math.round(offsetMs(Date.now(), getEnterpriseZone()) / 60_000))).catch(
      tellFailure,
    );
  const isFetching = list.isFetching;

  return (
    <div className={classes.conversations} aria-busy={isFetching}>
      <Group justify="space-between" align="end" gap="sm">
        <Group align="end" gap="sm">
          <Select
            label={say('scopeFilter')}
            allowDeselect={false}
            data={[
              { value: String(reportScopes.all), label: say('scopeAll') },
              { value: String(reportScopes.scoped), label: say('scopeScoped') },
              { value: String(reportScopes.nonScoped), label: say('scopeNonScoped') },
            ]}
            value={String(scope)}
            onChange={(next) => onFilter({ scope: Number(next ?? 0) })}
          />
          {narrowed.map(({ key, label }) => (
            <Pill
              key={key}
              size="md"
              withRemoveButton
              removeButtonProps={{ 'aria-label': say('removeFilter', { label }), 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onFilter({ [key]: '' })}
            >
              {label}
            </Pill>
          ))}
          <span role="status">{isFetching ? <Loader size="xs" aria-label={say('loading')} /> : null}</span>
        </Group>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={() => onFilter({ view: 'unanswered' })}>
            {say('unanswered')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleDownload}>
            {say('download')}
          </Button>
        </Group>
      </Group>
      <DataTable
        label={say('conversations')}
        columns={columns}
        rows={rows}
        getRowId={({ turnId }) => turnId}
        getRowName={({ userMessage }) => userMessage}
        getRowProps={(row) => ({
          // A link of an answer opens its page alone.
          onClick: ({ target }) => (target as Element).closest('a') || openOthers(row),
          className: classes.clickable,
        })}
        isFetching={list.isPlaceholderData}
        empty={<EmptyState title={say('noRecord')} />}
      />
      <ListPager
        from={from}
        perPage={conversationPage}
        rowCount={rows?.length ?? 0}
        hasMore={hasMore}
        isFetching={list.isPlaceholderData}
        {...(rows && rows.length > 0 && !hasMore ? { note: say('noMore') } : {})}
        onChange={(next) => onFilter({ from: next })}
      />
    </div>
  );
}
