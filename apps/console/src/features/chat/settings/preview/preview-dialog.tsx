import { Modal, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { type PreviewChannel, previewChannels } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { getEnterpriseZone } from '../../../../lib/format.ts';
import { parseWallTime } from '../../../../lib/wall-time.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { channelTypeName } from '../../../channel/shared/channel-type-name.ts';
import { previewQuery } from '../settings.queries.ts';
import type { SettingsSearch } from '../settings.search.ts';
import { PreviewAnswer } from './preview-answer.tsx';

export type PreviewDialogProps = {
  search: Pick<SettingsSearch, 'dept' | 'channel' | 'at'>;
  scopes: readonly { id: string; name: string }[];
  onChange: (part: Partial<SettingsSearch>) => void;
  onClose: () => void;
};

/** Settings and messages as a chat of a department would have them, on a channel, at a time by the enterprise's clock. */
export function PreviewDialog({ search: { dept, channel, at }, scopes, onChange, onClose }: PreviewDialogProps) {
  const say = useWords(chatSettingsWords.preview);
  const sayPage = useWords(chatSettingsWords.page);
  const zone = getEnterpriseZone();
  const [openedAt] = useState(() => new Date().toISOString());
  const instant = at === '' ? openedAt : parseWallTime(`${at.replaceAll('-', '/').replace('T', ' ')}:00`, zone)?.toISOString();
  const answer = useQuery({
    // An address with a time that is none shows the present.
    ...previewQuery({ deptId: dept, channelType: channel, at: instant ?? openedAt }),
    // The former answer stands until the next one is there.
    placeholderData: keepPreviousData,
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={say('title')}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={say('department')}
            description={say('departmentHint')}
            allowDeselect={false}
            openOnFocus={false}
            searchable={scopes.length > 10}
            data={[{ id: '', name: sayPage('enterprise') }, ...scopes].map(({ id, name }) => ({ value: id, label: name }))}
            value={dept}
            onChange={(next) => onChange({ dept: next ?? '', search: '', from: 0 })}
          />
          <Select
            label={say('channel')}
            description={say('channelHint')}
            allowDeselect={false}
            openOnFocus={false}
            data={previewChannels.map((type) => ({ value: String(type), label: channelTypeName(type) }))}
            value={String(channel)}
            onChange={(next) => onChange({ channel: Number(next) as PreviewChannel })}
          />
          <DateTimeField
            label={say('at')}
            description={say('atHint', { zone })}
            placeholder={say('now')}
            isStrict
            value={at}
            onChange={(next) => onChange({ at: next })}
          />
        </SimpleGrid>
        {answer.data ? (
          <PreviewAnswer preview={answer.data} departmentName={scopes.find(({ id }) => id === dept)?.name ?? ''} />
        ) : answer.isError ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </Stack>
    </Modal>
  );
}
