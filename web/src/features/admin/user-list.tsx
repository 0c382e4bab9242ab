import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser } from "@orbline/proto/http/admin";
import { Button } from "#/components/ui/button.tsx";
import { Table } from "#/components/data/table.tsx";
import { day } from "#/lib/format.ts";
import { StatusBadge } from "./status-badge.tsx";
import { messages } from "./messages.ts";

const Mono = chakra("span", { base: { textStyle: "numSm" } });
const Card = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: 3,
    p: 4,
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
  },
});

type UserListProps = { users: AdminUser[]; onOpen: (user: AdminUser) => void };

const EndDate = ({ user: { subscriptionEndDate: end } }: { user: AdminUser }) => (
  <Mono color={end === null ? "fg.subtle" : "fg"}>
    {end === null ? messages.nothing : day(end)}
  </Mono>
);

/** The users as a table, from 1024 px up. */
export const UserTable = ({ users, onOpen }: UserListProps) => (
  <Table hideBelow="lg">
    <thead>
      <tr>
        {Object.values(messages.columns).map((column) => (
          <th
            key={column}
            scope="col"
            data-numeric={column === messages.columns.actions || undefined}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {users.map((user) => (
        <tr key={user.id}>
          <chakra.th scope="row" css={{ fontWeight: "600 !important" }}>
            {user.username}
          </chakra.th>
          <chakra.td color="fg.muted">{user.email ?? messages.nothing}</chakra.td>
          <td>
            <StatusBadge status={user.subscriptionStatus} />
          </td>
          <td>
            <Mono color="fg.muted">{user.subscriptionTier}</Mono>
          </td>
          <td>
            <EndDate user={user} />
          </td>
          <td data-numeric>
            <Button
              variant="ghost"
              size="sm"
              color="fg"
              px={1}
              me={-1}
              fontFamily="body"
              aria-label={messages.detailsOf(user.username)}
              onClick={() => onOpen(user)}
            >
              {messages.viewDetails}
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** The users as cards, below 1024 px. */
export const UserCards = ({ users, onOpen }: UserListProps) => (
  <chakra.ul listStyle="none" p={0} hideFrom="lg">
    {users.map((user) => (
      <Card key={user.id}>
        <chakra.b minWidth={0} overflowWrap="anywhere">
          {user.username}
        </chakra.b>
        <chakra.div justifySelf="end">
          <StatusBadge status={user.subscriptionStatus} />
        </chakra.div>
        <chakra.div gridColumn="1 / -1" mt={-2} color="fg.muted" overflowWrap="anywhere">
          {user.email ?? messages.nothing}
        </chakra.div>
        <chakra.dl
          display="grid"
          gridColumn={{ base: "1 / -1", sm: "auto" }}
          gridTemplateColumns={{ base: "1fr 1fr", sm: "112px 1fr" }}
          columnGap={5}
        >
          <div>
            <chakra.dt textStyle="small" color="fg.subtle">
              {messages.columns.tier}
            </chakra.dt>
            <dd>
              <Mono>{user.subscriptionTier}</Mono>
            </dd>
          </div>
          <div>
            <chakra.dt textStyle="small" color="fg.subtle">
              {messages.columns.endDate}
            </chakra.dt>
            <dd>
              <EndDate user={user} />
            </dd>
          </div>
        </chakra.dl>
        <Button
          alignSelf="end"
          gridColumn={{ base: "1 / -1", sm: "auto" }}
          aria-label={messages.detailsOf(user.username)}
          onClick={() => onOpen(user)}
        >
          {messages.viewDetails}
        </Button>
      </Card>
    ))}
  </chakra.ul>
);
