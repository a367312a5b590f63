import { z } from '@parley/contract';

/** Schemas of the Cloud API, and nothing beside it: an unknown field, a wrong type or a missing one is refused as Meta does. */
const Media = z
  .strictObject({ link: z.url().optional(), id: z.string().optional() })
  .refine((media) => media.link || media.id, 'link or id');
const captioned = { link: z.url().optional(), id: z.string().optional(), caption: z.string().max(1024).optional() };
const Captioned = z.strictObject(captioned);
const Document = z.strictObject({ ...captioned, filename: z.string().optional() });
const text = (max: number) => z.string().min(1).max(max);
const HeaderParameter = z.union([
  z.strictObject({ type: z.literal('text'), text: text(1024), parameter_name: z.string().optional() }),
  z.strictObject({ type: z.literal('image'), image: Media }),
  z.strictObject({ type: z.literal('video'), video: Media }),
  z.strictObject({ type: z.literal('document'), document: Document }),
  z.strictObject({ type: z.literal('location'), location: z.record(z.string(), z.unknown()) }),
]);
const BodyParameter = z.strictObject({ type: z.literal('text'), text: text(32_768), parameter_name: z.string().optional() });
const index = z.union([z.string().regex(/^\d$/), z.number().int().min(0).max(9)]);
const Button = z.discriminatedUnion('sub_type', [
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('quick_reply'),
    index,
    parameters: z.array(z.strictObject({ type: z.literal('payload'), payload: text(1000) })).length(1),
  }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('url'),
    index,
    parameters: z.array(z.strictObject({ type: z.literal('text'), text: text(2000) })).length(1),
  }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('copy_code'),
    index,
    parameters: z.array(z.strictObject({ type: z.literal('coupon_code'), coupon_code: text(15) })).length(1),
  }),
]);
const Header = z.strictObject({ type: z.literal('header'), parameters: z.array(HeaderParameter).min(1) });
const Body = z.strictObject({ type: z.literal('body'), parameters: z.array(BodyParameter).min(1) });
const Offer = z.strictObject({
  type: z.literal('limited_time_offer'),
  parameters: z
    .array(
      z.strictObject({
        type: z.literal('limited_time_offer'),
        limited_time_offer: z.strictObject({ expiration_time_ms: z.number().int() }),
      }),
    )
    .length(1),
});
const Carousel = z.strictObject({
  type: z.literal('carousel'),
  cards: z
    .array(z.strictObject({ card_index: z.number().int().min(0).max(9), components: z.array(z.union([Header, Body, Button])) }))
    .min(1)
    .max(10),
});
export const SentComponents = z.array(z.union([Header, Body, Button, Offer, Carousel]));
export type SentComponents = z.infer<typeof SentComponents>;

const Reply = z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: text(256), title: text(20) }) });
const Section = z.strictObject({
  title: z.string().max(24).optional(),
  rows: z.array(z.strictObject({ id: text(200), title: text(24), description: z.string().max(72).optional() })).min(1),
  product_items: z.undefined().optional(),
});
const interactive = {
  header: z.union([HeaderParameter, z.strictObject({ type: z.literal('text'), text: text(60) })]).optional(),
  footer: z.strictObject({ text: text(60) }).optional(),
};
const Interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    ...interactive,
    body: z.strictObject({ text: text(1024) }),
    action: z.strictObject({ buttons: z.array(Reply).min(1).max(3) }),
  }),
  z.strictObject({
    type: z.literal('list'),
    ...interactive,
    body: z.strictObject({ text: text(4096) }),
    action: z.strictObject({
      button: text(20),
      sections: z
        .array(Section)
        .min(1)
        .max(10)
        .refine(
          (sections) => sections.reduce((sum, section) => sum + section.rows.length, 0) <= 10,
          'Total row count exceed max allowed count: 10',
        ),
    }),
  }),
  z.strictObject({
    type: z.literal('flow'),
    ...interactive,
    body: z.strictObject({ text: text(1024) }),
    action: z.strictObject({
      name: z.literal('flow'),
      parameters: z.strictObject({
        flow_message_version: z.literal('3'),
        flow_token: text(200),
        flow_id: text(100),
        flow_cta: text(20),
        mode: z.enum(['published', 'draft']).optional(),
        flow_action: z.enum(['navigate', 'data_exchange']).optional(),
        flow_action_payload: z
          .strictObject({
            screen: text(100),
            data: z
              .record(z.string(), z.unknown())
              .refine((data) => Object.keys(data).length > 0, 'data without anything in it')
              .optional(),
          })
          .optional(),
      }),
    }),
  }),
]);

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\+?\d{5,20}$/),
  context: z.strictObject({ message_id: text(300) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};
const of = <T extends string, S extends z.ZodType>(type: T, schema: S) =>
  z.strictObject({ ...envelope, type: z.literal(type), [type]: schema } as typeof envelope & { type: z.ZodLiteral<T> } & Record<T, S>);

export const SentMessage = z.discriminatedUnion('type', [
  of('text', z.strictObject({ body: text(4096), preview_url: z.boolean().optional() })),
  of('image', Captioned),
  of('video', Captioned),
  of('document', Document),
  of('audio', z.strictObject({ link: z.url().optional(), id: z.string().optional(), voice: z.boolean().optional() })),
  of('sticker', Media),
  of(
    'location',
    z.strictObject({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    }),
  ),
  of('contacts', z.array(z.looseObject({ name: z.looseObject({ formatted_name: text(500) }) })).min(1)),
  of('reaction', z.strictObject({ message_id: text(300), emoji: z.string() })),
  of('interactive', Interactive),
  of(
    'template',
    z.strictObject({
      name: text(512),
      language: z.strictObject({ code: text(20), policy: z.literal('deterministic').optional() }),
      components: SentComponents.optional(),
    }),
  ),
]);
export type SentMessage = z.infer<typeof SentMessage>;

export const SentTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'name: lower case letters, digits and underscores'),
  language: text(20),
  category: z.enum(['UTILITY', 'AUTHENTICATION', 'MARKETING']),
  parameter_format: z.enum(['NAMED', 'POSITIONAL']).optional(),
  allow_category_change: z.boolean().optional(),
  components: z.array(z.looseObject({ type: z.string() })).min(1),
});
