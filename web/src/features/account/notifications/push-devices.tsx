import { chakra } from "@chakra-ui/react/styled-system";
import type { PushDeviceEntry } from "@orbline/proto/http/prediction/push";
import { useQuery } from "@tanstack/react-query";
import { Time } from "#/components/data/time.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { pushDevicesQuery, useRemovePushDevice, useTurnPushOn } from "./api.ts";
import { notificationMessages } from "./messages.ts";
import { pushObstacle } from "./push-browser.ts";

const { push: messages } = notificationMessages;

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    borderTop: "1px solid {colors.line.subtle}",
  },
});

/**
 * Push messages in this browser, and the devices that get them. Without keys of the installation there are none. While they are
 * paused, devices can only be removed.
 */
export function PushDevices({ isPaused }: { isPaused: boolean }) {
  return (
    <QueryView
      query={useQuery(pushDevicesQuery)}
      failed={messages.loadFailed}
      skeleton={<SkeletonRows rows={2} height={6} role="status" aria-label={messages.loading} />}
      m={{ base: 4, md: 5 }}
    >
      {({ vapidPublicKey, devices, thisDevice }) =>
        vapidPublicKey !== null && (
          <>
            {(thisDevice || !isPaused) && (
              <PanelBody
                display="grid"
                gap={2}
                justifyItems={{ base: "stretch", sm: "start" }}
                borderTopWidth="1px"
                borderColor="line.subtle"
              >
                <chakra.h3 textStyle="label">{messages.title}</chakra.h3>
                {thisDevice ? (
                  <TurnOff device={thisDevice} isPaused={isPaused} />
                ) : (
                  <TurnOn vapidPublicKey={vapidPublicKey} />
                )}
              </PanelBody>
            )}
            {devices.length > 0 && (
              <chakra.ul listStyle="none" p={0} aria-label={messages.list}>
                {devices.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    isThis={device.id === thisDevice?.id}
                  />
                ))}
              </chakra.ul>
            )}
          </>
        )
      }
    </QueryView>
  );
}

function TurnOn({ vapidPublicKey }: { vapidPublicKey: string }) {
  const { mutate, isPending } = useTurnPushOn();
  const obstacle = pushObstacle();
  if (obstacle) return <chakra.p color="fg.muted">{messages.obstacles[obstacle]}</chakra.p>;
  return (
    <>
      <chakra.p color="fg.muted">{messages.off}</chakra.p>
      <Button onClick={() => mutate(vapidPublicKey)} busyText={isPending && messages.turningOn}>
        {messages.turnOn}
      </Button>
    </>
  );
}

function TurnOff({ device, isPaused }: { device: PushDeviceEntry; isPaused: boolean }) {
  const { mutate, isPending } = useRemovePushDevice({ isThis: true });
  return (
    <>
      {!isPaused && <chakra.p color="fg.muted">{messages.on}</chakra.p>}
      <Button onClick={() => mutate(device.id)} busyText={isPending && messages.turningOff}>
        {messages.turnOff}
      </Button>
    </>
  );
}

function DeviceRow({ device, isThis }: { device: PushDeviceEntry; isThis: boolean }) {
  const { mutate, isPending } = useRemovePushDevice({ isThis });
  const { id, name, addedAt } = device;
  return (
    <Row>
      <div>
        <chakra.div overflowWrap="anywhere">{name}</chakra.div>
        <chakra.div textStyle="small" color="fg.subtle">
          {messages.added} <Time at={addedAt} />
        </chakra.div>
      </div>
      {isThis ? (
        <Badge tone="accent">{messages.thisDevice}</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={messages.removeOf(name)}
          onClick={() => mutate(id)}
          busyText={isPending && messages.removing}
        >
          {messages.remove}
        </Button>
      )}
    </Row>
  );
}
