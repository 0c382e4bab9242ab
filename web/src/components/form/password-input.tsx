import { Box } from "@chakra-ui/react/box";
import { Input } from "./input.tsx";
import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Button } from "#/components/ui/button.tsx";
import { passwordMessages } from "#/shared/messages.ts";

/** A password field with a button that shows the password. */
export function PasswordInput(input: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false);
  return (
    <Box position="relative">
      <Input {...input} type={shown ? "text" : "password"} pe={12} />
      <Button
        variant="ghost"
        size="icon"
        position="absolute"
        insetEnd="1px"
        top="50%"
        transform="translateY(-50%)"
        boxSize={{ base: "42px", md: "36px" }}
        aria-label={shown ? passwordMessages.hidePassword : passwordMessages.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </Button>
    </Box>
  );
}
