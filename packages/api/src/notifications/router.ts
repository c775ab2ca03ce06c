import { sessionOnly } from '../auth/descriptions.ts';
import { exampleId, message } from '../primitives.ts';
import { streamed } from '../streaming/stream-list.ts';
import { locationIn, publicProcedure, router, userProcedure } from '../trpc.ts';
import { createChannel, deleteChannel, listChannels, updateChannel } from './channels/channels.ts';
import { confirmChannel, confirmChannelByCode, resendConfirmation } from './channels/confirmation.ts';
import { getWebPush } from './channels/devices.ts';
import { findChannel } from './channels/find-channel.ts';
import { presentChannel } from './channels/present-channel.ts';
import { testChannel } from './channels/test-channel.ts';
import { listDeliveries, retryDelivery } from './deliveries/deliveries.ts';
import {
  channelInput,
  channelList,
  channelTest,
  confirmByCodeInput,
  confirmChannelInput,
  createChannelInput,
  delivery,
  deliveryInput,
  deliveryList,
  listChannelsInput,
  listDeliveriesInput,
  notificationChannel,
  type SavedChannel,
  savedChannel,
  updateChannelInput,
} from './schemas.ts';
import { webPushState } from './web-push-schemas.ts';

const renewedDevice: SavedChannel = {
  id: exampleId,
  kind: 'web_push',
  name: 'Chrome on Android',
  target: 'push.example.com/…x7Qk',
  is_active: true,
  is_confirmed: true,
  confirmation: null,
  confirmation_expires_at: null,
  has_secret: true,
  device: 'Chrome on Android',
  is_this_device: true,
  last_seen_at: '2024-12-31T22:15:00.000Z',
  shows_details: true,
  last_ok_at: null,
  last_error: null,
  failing_since: null,
  created_at: '2024-12-24T08:00:00.000Z',
  updated_at: '2024-12-31T22:15:00.000Z',
  secret: null,
};

export const notificationsRouter = router({
  webPush: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/notifications/web-push',
        operationId: 'getWebPush',
        summary: 'Says whether this server sends notifications to devices',
        description: `A browser subscribes with \`public_key\` and registers itself by **createChannel**. ${sessionOnly}`,
      },
    })
    .output(webPushState)
    .query(({ ctx }) => getWebPush(ctx)),
  listChannels: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/notifications/channels',
        operationId: 'listChannels',
        summary: 'Lists the user’s channels',
      },
    })
    .input(listChannelsInput.optional())
    .output(channelList)
    .query(({ ctx, input }) => listChannels(ctx, input ?? {})),
  createChannel: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/channels',
        operationId: 'createChannel',
        summary: 'Creates a channel',
        description:
          'Signals of stocks with `notify_on_signals` are sent to all active channels. Returns the signing secret of a webhook, which is not shown again. An email address must be confirmed first. A browser registers itself with the kind `web_push`, which requires an access token; if it is registered already, it is renewed, and the status is 200. Returns 409 if the user has 20 channels or another account has registered the browser, and 429 after 10 confirmation emails within a day.',
        errorResponses: [409],
      },
      statuses: [201, 200],
      statusOf: (output) =>
        'created_at' in output && 'updated_at' in output && output.created_at !== output.updated_at
          ? 200
          : 201,
      examples: { 200: renewedDevice },
      locationOf: locationIn('/notifications/channels'),
      returnsSecret: true,
    })
    .input(createChannelInput)
    .output(savedChannel)
    .mutation(({ ctx, input }) => createChannel(ctx, input)),
  confirmChannel: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/channels/confirm',
        operationId: 'confirmChannel',
        protect: false,
        summary: 'Confirms the email address of a channel',
        description: 'Takes the token of a confirmation link, which works once and for three days.',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The address is confirmed: signals will be sent to it' } },
    })
    .input(confirmChannelInput)
    .output(message)
    .mutation(({ ctx, input }) => confirmChannel(ctx, input)),
  getChannel: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/notifications/channels/{channelId}',
        operationId: 'getChannel',
        summary: 'Returns a channel',
        errorResponses: [404],
      },
    })
    .input(channelInput)
    .output(notificationChannel)
    .query(async ({ ctx, input }) => presentChannel(ctx, await findChannel(ctx, input.channelId))),
  confirmChannelByCode: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/channels/{channelId}/confirm',
        operationId: 'confirmChannelByCode',
        summary: 'Confirms the email address of a channel by a code',
        description:
          'Takes the code of the confirmation email, which is valid for 30 minutes and may be entered five times. Returns 409 if the channel needs no confirmation.',
        errorResponses: [404, 409],
      },
      // The count of tries.
      hasExternalEffect: true,
    })
    .input(confirmByCodeInput)
    .output(notificationChannel)
    .mutation(({ ctx, input }) => confirmChannelByCode(ctx, input)),
  resendConfirmation: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/channels/{channelId}/confirmation',
        operationId: 'resendConfirmation',
        summary: 'Sends another confirmation email',
        description:
          'Its link or code replaces the earlier one. At most 10 confirmation emails per user and day, and as many to one address. Returns 409 if the channel needs no confirmation.',
        errorResponses: [404, 409],
      },
    })
    .input(channelInput)
    .output(notificationChannel)
    .mutation(({ ctx, input }) => resendConfirmation(ctx, input)),
  updateChannel: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/notifications/channels/{channelId}',
        operationId: 'updateChannel',
        summary: 'Changes a channel',
        description:
          'Changes the given properties. The target of a device cannot be changed. A changed target gets a new signing secret, loses its access token and, if it is an email address, must be confirmed.',
        errorResponses: [404],
      },
      returnsSecret: true,
    })
    .input(updateChannelInput)
    .output(savedChannel)
    .mutation(({ ctx, input }) => updateChannel(ctx, input)),
  deleteChannel: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/notifications/channels/{channelId}',
        operationId: 'deleteChannel',
        summary: 'Deletes a channel and its deliveries',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The channel was deleted' } },
    })
    .input(channelInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteChannel(ctx, input)),
  testChannel: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/channels/{channelId}/test',
        operationId: 'testChannel',
        summary: 'Sends a test message',
        description:
          'Waits for the outcome, 8 seconds for each response of the target. If the browser of a device has cancelled its subscription, the channel is deleted. At most 6 tests per user and minute; by email 5 per user and day, and as many to one address. Returns 409 if the email address is not confirmed.',
        errorResponses: [404, 409],
      },
      hasExternalEffect: true,
    })
    .input(channelInput)
    .output(channelTest)
    .mutation(({ ctx, input }) => testChannel(ctx, input)),
  listDeliveries: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/notifications/deliveries',
        operationId: 'listDeliveries',
        summary: 'Lists the user’s deliveries of the last 30 days',
      },
    })
    .input(listDeliveriesInput.optional())
    .output(streamed(deliveryList))
    .query(({ ctx, input }) => listDeliveries(ctx, input ?? {})),
  retryDelivery: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/notifications/deliveries/{deliveryId}/retry',
        operationId: 'retryDelivery',
        summary: 'Sends a delivery again',
        description:
          'The worker sends it shortly, with the same id. At most 6 retries per user and minute. Returns 409 if the message has arrived or the channel is switched off.',
        errorResponses: [404, 409],
      },
      statuses: [202],
      locationOf: () => '/notifications/deliveries',
    })
    .input(deliveryInput)
    .output(delivery)
    .mutation(({ ctx, input }) => retryDelivery(ctx, input)),
});
