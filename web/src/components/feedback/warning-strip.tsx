import { Alert } from "@chakra-ui/react/alert";
import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";

/** One warning with its triangle. */
export const WarningStrip = ({ children, ...rest }: ComponentProps<typeof Alert.Root>) => (
  <Alert.Root {...rest}>
    <Alert.Indicator aria-hidden>
      <TriangleAlert size={18} />
    </Alert.Indicator>
    <Alert.Content>{children}</Alert.Content>
  </Alert.Root>
);
