import { Stack } from '@mantine/core';
import { useCan } from '../../../account/shared/me.ts';
import { FormPanel } from './form-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { VisitorsPanel } from './visitors-panel.tsx';

/** A website's side: who its visitors are, what they are asked first, rules that speak first, and who is there now. */
export function WebsitePanels({ channelId, canEdit }: { channelId: string; canEdit: boolean }) {
  const seesVisitors = useCan(['CHAT.VIEW_MONITOR', 'CHANNELS.EDIT']);
  return (
    <Stack gap="md" mt="md">
      <FormPanel channelId={channelId} canEdit={canEdit} />
      <RulesPanel channelId={channelId} canEdit={canEdit} />
      {seesVisitors ? <VisitorsPanel channelId={channelId} /> : null}
      <IdentityPanel channelId={channelId} canEdit={canEdit} />
    </Stack>
  );
}
