import { FilterSelect } from '../../../components/filter-select.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';

/** Narrows a list of streams, of their rules or of their walks to a channel. @property value '' is all of them */
export function ChannelFilter({ value, onChange }: { value: string; onChange: (channelId: string) => void }) {
  const say = useWords(journeyWords.common);
  const channels = useChannelOptions();
  return <FilterSelect label={say('channel')} isLabelHidden all={say('allChannels')} value={value} data={channels} onChange={onChange} />;
}
