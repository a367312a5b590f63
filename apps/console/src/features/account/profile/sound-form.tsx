import { ActionIcon, Alert, Button, Group, NumberInput, Select, Slider, Stack, Switch, Text } from '@mantine/core';
import { type AudioSettings, defaultAudioSettings } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { t as say } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { playSound, type SoundName, soundNames } from '../shared/sounds.ts';
import classes from './profile.module.css';
import { useSaveAudio } from './profile.queries.ts';

type Setting = AudioSettings['sounds'][number];
const kinds = ['new_chat', 'new_message'] as const;
const texts = { new_chat: 'newChat', new_message: 'newMessage' } as const;

/** Sounds of new chats and messages; what was never saved plays with the defaults. */
export function SoundForm({ isEnabled, settings }: { isEnabled: boolean; settings: AudioSettings }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(isEnabled);
  const [sounds, setSounds] = useState<Setting[]>(() =>
    kinds.map(
      (type) =>
        settings.sounds.find((sound) => sound.type === type) ??
        (defaultAudioSettings.sounds.find((sound) => sound.type === type) as Setting),
    ),
  );
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'denied'));
  const silence = useRef<() => void>(undefined);
  const save = useSaveAudio();

  const change = (type: Setting['type'], part: Partial<Setting>) =>
    setSounds((old) => old.map((sound) => (sound.type === type ? { ...sound, ...part } : sound)));
  const handlePlay = (setting: Setting) => {
    silence.current?.();
    silence.current = playSound(setting.sound as SoundName, setting.volume, setting.repeat);
  };
  const handleSave = () =>
    save.mutate(
      { enableChatNotification: isOn, audioSettings: { enable: isOn, sounds } },
      { onSuccess: () => showToast('success', say('profile.soundsSaved')) },
    );

  return (
    <Stack gap="lg">
      <Switch
        label={t('profile.enableChat')}
        description={t('profile.enableChatHint')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {permission === 'denied' ? <Alert color="yellow">{t('profile.browserDenied')}</Alert> : null}
      {permission === 'default' ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => void Notification.requestPermission().then(setPermission)}>
            {t('profile.browserAsk')}
          </Button>
        </Group>
      ) : null}
      {sounds.map((setting) => (
        <fieldset key={setting.type} style={{ border: 0, padding: 0, margin: 0 }} disabled={!isOn}>
          <Text component="legend" size="sm" fw={600} mb={6}>
            {t(`profile.${texts[setting.type]}`)}
          </Text>
          <div className={classes.soundRow}>
            <Select
              label={t('profile.sound')}
              data={[...soundNames]}
              value={setting.sound}
              disabled={!isOn}
              onChange={(sound) => sound && change(setting.type, { sound: sound as SoundName })}
            />
            <NumberInput
              label={t('profile.repeat')}
              min={1}
              max={20}
              clampBehavior="strict"
              value={setting.repeat}
              disabled={!isOn}
              onChange={(value) => change(setting.type, { repeat: Number(value) || 1 })}
            />
            <div className={classes.volume}>
              <span className={classes.fieldLabel}>
                {t('profile.volume')} {setting.volume}%
              </span>
              <Slider
                min={0}
                max={100}
                step={5}
                value={setting.volume}
                disabled={!isOn}
                label={null}
                thumbLabel={`${t(`profile.${texts[setting.type]}`)}: ${t('profile.volume')}`}
                onChange={(volume) => change(setting.type, { volume })}
              />
            </div>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t('profile.playSound', { sound: setting.sound })}
              onClick={() => handlePlay(setting)}
            >
              <IconPlayerPlay size={16} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <Group>
        <Button onClick={handleSave} loading={save.isPending}>
          {t('common.save')}
        </Button>
      </Group>
    </Stack>
  );
}
