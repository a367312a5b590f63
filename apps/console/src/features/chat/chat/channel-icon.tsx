import type { ChannelType } from '@parley/contract';
import {
  type Icon,
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMessage,
  IconMessageCircle,
  IconPhone,
  IconWorld,
} from '@tabler/icons-react';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';

const icons: Record<ChannelType, Icon> = {
  0: IconMessage,
  1: IconMail,
  3: IconBrandFacebook,
  4: IconBrandWhatsapp,
  5: IconBrandTelegram,
  6: IconBrandGoogle,
  9: IconPhone,
  10: IconDeviceMobileMessage,
  11: IconBrandInstagram,
  12: IconWorld,
};

export function ChannelIcon({ type, size = 14 }: { type: number; size?: number }) {
  const Drawn = icons[type as ChannelType] ?? IconMessageCircle;
  return <Drawn size={size} stroke={1.7} role="img" aria-label={channelTypeName(type)} />;
}
