import { Avatar, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { Profile } from '@parley/contract';
import { useMemo } from 'react';
import { FileUpload, type UploadStatus } from '../../../components/file-upload.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { i18next, setLanguage } from '../../../lib/i18n.ts';
import { languages } from '../../../lib/languages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useGuardedForm } from '../../../lib/use-form.ts';
import { hasInk, isPhone, isWellSpaced } from '../../../lib/validators.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { shellWords } from '../../../locales/shell.ts';
import classes from './profile.module.css';
import { useSaveProfile } from './profile.queries.ts';

export function ProfileForm({ profile }: { profile: Profile }) {
  const say = useWords(accountWords.profile);
  const sayCommon = useWords(commonWords.ui);
  const sayFrame = useWords(shellWords.frame);
  const save = useSaveProfile();
  const savePicture = useSaveProfile();
  const zones = useMemo(
    () => [...new Set([profile.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean),
    [profile.timeZone],
  );
  const form = useGuardedForm({
    initial: { name: profile.name, phone: profile.phone, timeZone: profile.timeZone, language: profile.language },
    check: ({ name, phone }) => ({
      name: name === '' || !hasInk(name) ? sayCommon('mandatory') : !isWellSpaced(name) && sayCommon('spacing'),
      // One that a directory has written may stay as it is.
      phone: phone !== '' && phone !== profile.phone && !isPhone(phone) && sayCommon('phone'),
    }),
  });
  const handleSave = (values: typeof form.draft) =>
    save.mutate(values, {
      onSuccess: () => {
        form.markSaved(values);
        if (values.language !== i18next.language) void setLanguage(values.language);
        showToast('success', say('saved'));
      },
    });
  const handlePicture = (status: UploadStatus) => {
    if (status.state === 'done')
      savePicture.mutate({ profilePic: status.file.id }, { onSuccess: () => showToast('success', say('saved')) });
  };

  return (
    <form onSubmit={form.submit(handleSave)} noValidate>
      <div className={classes.picture}>
        <Avatar size={68} src={profile.profilePic || null} name={profile.name} alt={say('picture')} color="brand" />
        <div className={classes.drop}>
          <FileUpload
            isCompact
            label={say('changePicture')}
            description={say('pictureHint')}
            extensions={['jpeg', 'jpg', 'png']}
            crop={{ aspect: 1, title: say('picture'), resizeWidth: 256, resizeHeight: 256 }}
            onStatus={handlePicture}
          />
        </div>
        {profile.profilePic ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => savePicture.mutate({ profilePic: '' })}
            loading={savePicture.isPending}
          >
            {say('removePicture')}
          </Button>
        ) : null}
      </div>
      <Stack gap="md">
        <TextInput label={say('name')} autoComplete="name" {...form.field('name')} />
        <TextInput label={say('email')} value={profile.emailId} readOnly variant="filled" />
        {profile.departments.length > 0 ? (
          <TextInput label={say('departments')} value={profile.departments.join(', ')} readOnly variant="filled" />
        ) : null}
        <TextInput label={say('phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
        <Select
          label={say('timeZone')}
          description={say('timeZoneText', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
          data={zones}
          searchable
          limit={60}
          nothingFoundMessage={sayCommon('nothingMatches')}
          {...form.field('timeZone')}
        />
        <Select
          label={sayFrame('language')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field('language')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {sayCommon('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
